import type { Kysely } from 'kysely';
import type { Engine } from '../../database/engine.ts';
import type { Database, HouseFactsTable } from '../../database/schema.ts';
import type { HouseFacts } from '../house-facts.ts';
import { lockSeats } from './moves.ts';

export function houseCommands(engine: Engine) {
  return {
    /** Returns what a founder told the house; undefined if nothing is stored. */
    findHouseFacts(entryId: string): Promise<HouseFacts | undefined> {
      return engine.read(async (db) => (await houseFactsOf(db, entryId))?.facts);
    },

    /** Stores what a founder told the house, in place of what she told it before. Returns false if she has no seat any more. */
    saveHouseFacts(entryId: string, facts: HouseFacts, now: Date): Promise<boolean> {
      return engine.transact(async (db) => {
        await lockSeats(engine, db);
        const entry = await db.selectFrom('entries').select('state').where('id', '=', entryId).executeTakeFirst();
        if (entry?.state !== 'accepted') return false;
        const row = { ...facts, changed_at: now.toISOString() };
        await db
          .insertInto('house_facts')
          .values({ entry_id: entryId, ...row })
          .onConflict((conflict) => conflict.column('entry_id').doUpdateSet(row))
          .execute();
        return true;
      });
    },
  };
}

/** Returns the stored facts of one entry and when they last changed; undefined if there are none. */
export async function houseFactsOf(db: Kysely<Database>, entryId: string): Promise<{ facts: HouseFacts; changedAt: string } | undefined> {
  const row = await db.selectFrom('house_facts').selectAll().where('entry_id', '=', entryId).executeTakeFirst();
  return row && { facts: factsFromRow(row), changedAt: row.changed_at };
}

const factsFromRow = ({ entry_id: _entry, changed_at: _changed, ...facts }: HouseFactsTable): HouseFacts => facts;
