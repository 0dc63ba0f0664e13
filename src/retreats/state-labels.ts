import type { EntryState } from '../database/schema.ts';
import type { Submission } from '../forms/submission.ts';
import type { Entry } from './repository/entries.ts';

/** The labels that people read for the state of an entry. */
export const entryLabels: Record<EntryState, string> = {
  waiting: 'Waiting',
  invited: 'Invited',
  accepted: 'Accepted',
  declined: 'Declined',
  lapsed: 'Lapsed',
  cancelled: 'Cancelled',
  withdrawn: 'Left the waitlist',
};

/** Says that an invitation would pass the capacity, without the period. */
export const seatsFullText = (capacity: number) => `${capacity === 1 ? 'The only seat is' : `All ${capacity} seats are`} taken or offered`;

/** Returns a function that returns the label of the waitlist entry behind a submission; empty for a submission without an entry. */
export async function waitlistLabels(waitlist: { list: () => Promise<Entry[]> }): Promise<(submission: Pick<Submission, 'id'>) => string> {
  const places = new Map((await waitlist.list()).map(({ submission, state }) => [submission.id, entryLabels[state]]));
  return ({ id }) => places.get(id) ?? '';
}
