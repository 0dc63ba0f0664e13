import type { Entry } from '../retreats/repository/entries.ts';

/** A founder on the way to the retreat, as `retreat list --json` and the desk show her. */
export interface Founder {
  id: string;
  state: Entry['state'];
  firstName: string;
  lastName: string;
  email: string;
  brand: string;
  systemSize: string;
  /** When she joined the waitlist: ISO 8601, UTC. */
  receivedAt: string;
}

export function founderOf({ id, state, joinedAt, submission: { fields } }: Entry): Founder {
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
