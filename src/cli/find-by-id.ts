import type { Store } from '../app/open-store.ts';
import { Refused } from '../refused.ts';
import type { Entry } from '../retreats/repository/entries.ts';
import { unknownEntry } from '../retreats/repository/seat-lock.ts';
import type { Cli } from './cli.ts';
import { visible } from './output.ts';

/**
 * Returns the one item that an id, or the beginning of one, stands for. `find` returns the items whose ids start with it. Throws the error
 * of `unknown` if there is none, and Refused with their ids if there are several. Every id starts with an empty text, which a script gets
 * from a variable that is not set: it is refused before anything is read.
 */
export async function readSingleMatch<Item extends { id: string }>(
  id: string,
  find: (start: string) => Promise<Item[]>,
  unknown: () => Error,
): Promise<Item> {
  if (id.trim() === '') throw new Refused('The id is empty; type an id, or its first characters');
  const matching = await find(id.toLowerCase());
  const only = matching.length === 1 ? matching[0] : matching.find((item) => item.id === id.toLowerCase());
  if (only) return only;
  if (matching.length === 0) throw unknown();
  const ids = matching.map((item) => item.id);
  throw new Refused([`${visible(id)}: several ids start with this; type more of one of these:`, ...ids].join('\n'));
}

export const submissionIdHelp = 'the id, or enough of its beginning to be unique';

/** Returns the one submission whose id starts with `id`, with the older ones that it replaced. Throws Refused as `readSingleMatch`. */
export function readSubmission(store: Store, id: string) {
  return readSingleMatch(
    id,
    async (start) => (await store.submissions.listByIdPrefix(start)).map((found) => Object.assign(found, { id: found.submission.id })),
    () => new Refused(`${visible(id)}: no submission has this id; "organizer submissions list" shows the ids`),
  );
}

/** The help of the argument that `withEntry` reads. */
export const entryIdHelp = 'the founder’s id on the waitlist, or enough of its beginning to be unique';

/** Runs `work` with the one entry whose id starts with `id`. Throws Refused as `readSingleMatch`. */
export async function withEntry<Result>(cli: Cli, id: string, work: (store: Store, entry: Entry) => Promise<Result>): Promise<Result> {
  return cli.withStore(async (store) =>
    work(store, await readSingleMatch(id, (idPrefix) => store.waitlist.list({ idPrefix }), unknownEntry)),
  );
}
