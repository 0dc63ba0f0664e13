import type { Entry } from './repository/entries.ts';

/** Returns an entry as `retreat list --json` and the desk show it. `receivedAt` is when the founder joined the waitlist: ISO 8601, UTC. */
export function founderOf({ id, state, joinedAt, submission: { fields } }: Entry) {
  return {
    id,
    state,
    firstName: fields['inf_field_FirstName'] ?? '',
    lastName: fields['inf_field_LastName'] ?? '',
    email: fields['inf_field_Email'] ?? '',
    brand: fields['inf_field_Company'] ?? '',
    systemSize: fields['inf_custom_SystemSize'] ?? '',
    receivedAt: joinedAt,
  };
}
