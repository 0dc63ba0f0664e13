import type { Store } from '../app/open-store.ts';
import type { Entry } from '../retreats/repository/entries.ts';
import { unknownEntry } from '../retreats/repository/transitions.ts';
import type { Cli } from './cli.ts';
import { onlyMatch } from './only-match.ts';

/** The help of the argument that `withEntry` reads. */
export const entryIdHelp = 'the founder’s id on the waitlist, or enough of its beginning to be unique';

/** Runs `work` with the one entry whose id starts with `id`. Throws Refused if no id starts with it, or several do. */
export async function withEntry<Result>(cli: Cli, id: string, work: (store: Store, entry: Entry) => Promise<Result>): Promise<Result> {
  return cli.withStore(async (store) => work(store, await onlyMatch(id, (idPrefix) => store.waitlist.list({ idPrefix }), unknownEntry)));
}
