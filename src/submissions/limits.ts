/** What one post may hold. */
export const maxBodyBytes = 64 * 1024;
export const maxFields = 100;

const minute = 60_000;

/** How long a challenge may be answered, in milliseconds. A form that stands open longer fetches another without a word. */
export const proofLife = 20 * minute;

/** How long a held submission waits for its confirmation, and how long an address gets no other mail about one, in milliseconds. */
export const heldFor = 7 * 24 * 60 * minute;
export const quietFor = 60 * minute;

/** So much of a larger body is read all the same and thrown away: over unread bytes the answer would be lost (server/drain.ts). */
export const maxDrainedBytes = 16 * maxBodyBytes;
