import { dayMs } from '../durations.ts';

/** How long an invitation is valid: one to a freed seat always, another one by default. */
export const invitationDays = 7;
export const invitationLifetimeMs = invitationDays * dayMs;

/** How many days from now an invitation can be valid at most if an organizer sends or extends it at the desk. */
export const maxInvitationDays = 60;

/** How long before the end of an invitation its reminder is sent. */
export const reminderBeforeMs = 2 * dayMs;

/** Returns when an invitation ends: at `latestEnd`, or at `startsAt` of its retreat (`RetreatSeats`) if that is earlier and ahead. */
export const deadlineOf = (latestEnd: Date, startsAt: Date | undefined, now: Date): Date =>
  startsAt && startsAt > now && startsAt < latestEnd ? startsAt : latestEnd;

/** The longest note with an invitation, reason of a revocation and note to self that an organizer writes at the desk, in characters. */
export const maxNoteLength = 2000;

/**
 * How many founders a column of the desk's board shows at most, apart from those with a seat or an invitation. Reading tens of thousands
 * would hold up the site for seconds.
 */
export const maxFoundersInColumn = 1000;
