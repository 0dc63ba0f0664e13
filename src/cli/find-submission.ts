import type { Store } from '../app/open-store.ts';
import { Refused } from '../refused.ts';
import { onlyMatch } from './only-match.ts';
import { visible } from './output.ts';

export const submissionIdHelp = 'the id, or enough of its beginning to be unique';

/**
 * Returns the one submission whose id starts with `id`, with the older ones that it replaced. Throws Refused if there is none, or several.
 */
export function findSubmission(store: Store, id: string) {
  return onlyMatch(
    id,
    async (start) => (await store.submissions.listByIdPrefix(start)).map((found) => Object.assign(found, { id: found.submission.id })),
    () => new Refused(`${visible(id)}: no submission has this id; "organizer submissions list" shows the ids`),
  );
}
