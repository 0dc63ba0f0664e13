import type { Entry } from './repository/entries.ts';

/** Returns an entry as `retreat list --json` and the desk show it. `receivedAt` is when the founder joined the waitlist: ISO 8601, UTC. */
export function founderOf({ id, state, joinedAt, submission: { person } }: Entry) {
  const { firstName, lastName, email, brand, systemSize } = person;
  return { id, state, firstName, lastName, email, brand, systemSize, receivedAt: joinedAt };
}
