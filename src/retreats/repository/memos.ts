import type { Kysely, Transaction } from 'kysely';
import { actorName } from '../../database/actor-name.ts';
import type { Engine } from '../../database/engine.ts';
import { lockIfStored } from '../../database/row-lock.ts';
import type { Database, NamedActor } from '../../database/schema.ts';
import { upsert } from '../../database/store-row.ts';
import { Refused } from '../../refused.ts';

/**
 * An organizer's note to self about a founder. It is in no email, on no page and in no export of sign-ups. The desk limits its length
 * (`maxNoteLength`), but merging two keeps both whole.
 */
export interface Memo {
  text: string;
  /** The organizer's name; null if nobody was signed in. */
  by: string | null;
  changedAt: string;
}

export function memoMethods(engine: Engine) {
  return {
    /**
     * Stores the memo about an entry in place of the one before; an empty text deletes it. Throws Refused if the entry does not exist,
     * or if its memo is neither `before`, which the organizer saw, nor `text`.
     */
    saveMemo(entryId: string, { text, before }: { text: string; before?: string | undefined }, by: NamedActor, now: Date): Promise<void> {
      return engine.transact(async (db) => {
        const exists = await lockIfStored(db, 'entries', entryId);
        const stored = (await findMemo(db, entryId))?.text ?? '';
        if (before !== undefined && stored !== before && stored !== text)
          throw new Refused(
            `Somebody else has changed it in the meantime, to: ${stored || '(nothing)'}. To replace it with your note, go back to your note, and then leave the field.`,
          );
        if (text === '') {
          await db.deleteFrom('entry_memos').where('entry_id', '=', entryId).execute();
          return;
        }
        if (!exists) throw new Refused('The founder has been erased in the meantime, so the note was not saved.');
        await storeMemo(db, entryId, { text, by: actorName(by), changedAt: now.toISOString() });
      });
    },
  };
}

/** Stores the memo about an entry in place of the one before. */
export const storeMemo = (db: Transaction<Database>, entryId: string, { text, by, changedAt }: Memo): Promise<void> =>
  upsert(db, 'entry_memos', { entry_id: entryId }, { text, author_name: by, changed_at: changedAt });

/** Returns the memo about an entry; null if there is none. */
export async function findMemo(db: Kysely<Database>, entryId: string): Promise<Memo | null> {
  const memo = db
    .selectFrom('entry_memos')
    .select(['text', 'author_name as by', 'changed_at as changedAt'])
    .where('entry_id', '=', entryId);
  return (await memo.executeTakeFirst()) ?? null;
}
