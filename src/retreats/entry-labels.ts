import type { Submission } from '../forms/submission.ts';
import { entryLabels } from './entry-states.ts';
import type { Waitlist } from './repository.ts';

/** Returns a function that returns the label of the waitlist entry behind a submission; empty for a submission without an entry. */
export async function readEntryLabels(waitlist: Pick<Waitlist, 'list'>): Promise<(submission: Pick<Submission, 'id'>) => string> {
  const labels = new Map((await waitlist.list()).map(({ submission, state }) => [submission.id, entryLabels[state]]));
  return ({ id }) => labels.get(id) ?? '';
}
