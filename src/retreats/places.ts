import type { Submission } from '../forms/submission.ts';
import type { Waitlist } from './repository.ts';
import { entryLabels } from './state-labels.ts';

/** Returns a function that says where the founder who sent a submission is on the way to the retreat; empty for a submission without an entry. */
export async function placesOnWaitlists(waitlist: Pick<Waitlist, 'list'>): Promise<(submission: Pick<Submission, 'id'>) => string> {
  const places = new Map((await waitlist.list()).map(({ submission, state }) => [submission.id, entryLabels[state]]));
  return ({ id }) => places.get(id) ?? '';
}
