import { Refused } from '../../refused.ts';

/** The entry of a founder who corrects answers, moves along or leaves has ended, was erased, or its retreat was closed: nothing is stored. */
export class EntryEnded extends Refused {
  override name = 'EntryEnded';
}

/** Returns whether what a founder sends on the status page was stored; false if the entry has ended, which the page then shows. */
export const wasStored = (recorded: Promise<unknown>): Promise<boolean> =>
  recorded.then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof EntryEnded)) throw error;
      return false;
    },
  );
