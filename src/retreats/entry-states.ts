import type { EntryState } from '../database/schema.ts';

export const entryLabels: Record<EntryState, string> = {
  waiting: 'Waiting',
  invited: 'Invited',
  accepted: 'Accepted',
  declined: 'Declined',
  lapsed: 'Lapsed',
  cancelled: 'Cancelled',
  withdrawn: 'Left the waitlist',
};

/** The states, in the order in which they are listed. */
export const entryStates = Object.keys(entryLabels) as EntryState[];

/** Returns the count of each state, as `countOf` returns it. */
export const countsByState = (countOf: (state: EntryState) => number) =>
  Object.fromEntries(entryStates.map((state) => [state, countOf(state)])) as Record<EntryState, number>;

/** The answers to an invitation, in the order in which its page offers them. */
export const answers = ['accept', 'decline', 'later'] as const;
export type Answer = (typeof answers)[number];

/** Returns whether a founder in a state takes one of the seats: an open invitation keeps its seat. */
export const takesSeat = (state: EntryState): boolean => state === 'accepted' || state === 'invited';

/** Returns whether a founder waits, or has an invitation or a seat. In any other state, a founder can join the waitlist again. */
export const isActive = (state: EntryState): boolean => state === 'waiting' || state === 'invited' || state === 'accepted';

/** Says that an invitation would pass the capacity, without the period. */
export const seatsFullText = (capacity: number) => `${capacity === 1 ? 'The only seat is' : `All ${capacity} seats are`} taken or offered`;
