import { hasRow } from '../../database/count-rows.ts';
import type { Engine } from '../../database/engine.ts';
import { lockIfStored } from '../../database/row-lock.ts';
import { valuesForIn } from '../../database/list-parameters.ts';
import { upsert } from '../../database/store-row.ts';
import { readEntries, selectEntries, type Entry } from './entries.ts';

export function alumnaeMethods(engine: Engine) {
  return {
    /** Returns whether a founder asked to be kept among the alumnae. */
    isAlumna: (entryId: string): Promise<boolean> =>
      engine.read((db) => hasRow(db.selectFrom('alumnae').select('entry_id').where('entry_id', '=', entryId))),

    /**
     * Records that a founder asked to be kept among the alumnae, with the text that was shown; null deletes that. Records nothing if the
     * founder was erased meanwhile.
     */
    setAlumna(entryId: string, wording: string | null, now: Date): Promise<void> {
      return engine.transact(async (db) => {
        if (wording === null) await db.deleteFrom('alumnae').where('entry_id', '=', entryId).execute();
        else if (await lockIfStored(db, 'entries', entryId))
          await upsert(db, 'alumnae', { entry_id: entryId }, { given_at: now.toISOString(), wording });
      });
    },

    /** Returns the founders who had a seat at one of these retreats and asked to be kept. */
    listAlumnae(retreats: readonly string[]): Promise<Entry[]> {
      return engine.read((db) =>
        readEntries(
          selectEntries(db)
            .where('entries.state', '=', 'accepted')
            .where('entries.retreat', 'in', valuesForIn(retreats))
            .where('entries.id', 'in', db.selectFrom('alumnae').select('entry_id')),
        ),
      );
    },
  };
}
