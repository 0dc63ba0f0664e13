import { dayMs } from '../durations.ts';

/** How long an invitation is valid: one to a freed seat always, another one by default. */
export const invitationLifetimeMs = 7 * dayMs;

/** The longest note with an invitation, reason of a withdrawal and note to self that an organizer writes at the desk, in characters. */
export const maxNoteLength = 2000;
