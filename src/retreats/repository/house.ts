import type { Kysely } from 'kysely';
import { hasRow } from '../../database/count-rows.ts';
import { emailKey } from '../../database/normalize.ts';
import type { Engine } from '../../database/engine.ts';
import type { Database, HouseFactsTable } from '../../database/schema.ts';
import type { HouseFacts } from '../house-facts.ts';
import { lockStored } from '../../database/row-lock.ts';
import { claimKey } from '../../database/claims.ts';
import { upsert } from '../../database/store-row.ts';
import { valuesForIn } from '../../database/list-parameters.ts';
import { enqueueMail } from './entry-deliveries.ts';
import { lockSeats } from './seat-lock.ts';

export function houseMethods(engine: Engine) {
  return {
    /** Returns a founder's house facts; undefined if nothing is stored. */
    findHouseFacts(entryId: string): Promise<HouseFacts | undefined> {
      return engine.read(async (db) => (await findDatedHouseFacts(db, entryId))?.facts);
    },

    /** Returns the house facts of a retreat's founders, by the id of their entries. */
    listHouseFacts(retreat: string): Promise<Map<string, HouseFacts>> {
      return engine.read(async (db) => {
        const rows = await db
          .selectFrom('house_facts')
          .innerJoin('entries', 'entries.id', 'house_facts.entry_id')
          .selectAll('house_facts')
          .where('entries.retreat', '=', retreat)
          .execute();
        return new Map(rows.map((row) => [row.entry_id, factsFromRow(row)]));
      });
    },

    /** Stores a founder's house facts in place of earlier ones. Returns false if the founder no longer has a seat. */
    saveHouseFacts(entryId: string, facts: HouseFacts, now: Date): Promise<boolean> {
      return engine.transact(async (db) => {
        await lockSeats(engine, db);
        const entry = await db.selectFrom('entries').select('state').where('id', '=', entryId).executeTakeFirst();
        if (entry?.state !== 'accepted') return false;
        await upsert(db, 'house_facts', { entry_id: entryId }, { ...facts, changed_at: now.toISOString() });
        return true;
      });
    },

    /** Returns whether a founder has a seat, and has stored no house facts yet or none with an arrival. */
    lacksHouseFacts({ email, retreat }: { email: string; retreat: string }): Promise<boolean> {
      return engine.read((db) => hasRow(entriesWithoutHouseFacts(db, retreat).where('entries.email_key', '=', emailKey(email))));
    },

    /**
     * Enqueues a reminder for each founder who accepted before an instant, and has stored no house facts yet or none with an arrival, once
     * for each `key`. Returns the number of reminders. For a founder who accepted later, the email about the seat has just asked for them.
     */
    remindOfHouseFacts(retreat: string, { key, acceptedBefore }: { key: string; acceptedBefore: Date }, now: Date): Promise<number> {
      return engine.transact(async (db) => {
        const entries = await entriesWithoutHouseFacts(db, retreat)
          .where('invitations.answered_at', '<', acceptedBefore.toISOString())
          .execute();
        let reminded = 0;
        for (const entry of await lockStored(db, 'entries', entries, ({ id }) => id)) {
          if (!(await claimKey(db, `house reminder ${entry.id} ${key}`, now))) continue;
          await enqueueMail(db, entry, { kind: 'house-reminder', now });
          reminded += 1;
        }
        return reminded;
      });
    },

    /** Deletes house facts that were last changed before an instant, except those of these retreats. Returns the number of founders. */
    eraseHouseFacts(keptRetreats: string[], changedBefore: Date): Promise<number> {
      return engine.transact(async (db) => {
        const kept = db.selectFrom('entries').select('id').where('retreat', 'in', valuesForIn(keptRetreats));
        const erased = await db
          .deleteFrom('house_facts')
          .where('entry_id', 'not in', kept)
          .where('changed_at', '<', changedBefore.toISOString())
          .returning('entry_id')
          .execute();
        return erased.length;
      });
    },
  };
}

/** Selects the entries with a seat at a retreat whose founder has stored no house facts yet, or none with an arrival. */
const entriesWithoutHouseFacts = (db: Kysely<Database>, retreat: string) =>
  db
    .selectFrom('entries')
    .innerJoin('invitations', (join) =>
      join
        .onRef('invitations.entry_id', '=', 'entries.id')
        .on('invitations.answer', '=', 'accept')
        .on('invitations.revoked_at', 'is', null),
    )
    .leftJoin('house_facts', 'house_facts.entry_id', 'entries.id')
    .selectAll('entries')
    .where('entries.retreat', '=', retreat)
    .where('entries.state', '=', 'accepted')
    .where(({ or, eb }) => or([eb('house_facts.entry_id', 'is', null), eb('house_facts.arrival', '=', '')]));

/** Returns the stored facts of one entry and when they last changed; undefined if there are none. */
export async function findDatedHouseFacts(db: Kysely<Database>, entryId: string) {
  const row = await db.selectFrom('house_facts').selectAll().where('entry_id', '=', entryId).executeTakeFirst();
  return row && { facts: factsFromRow(row), changedAt: row.changed_at };
}

const factsFromRow = ({ entry_id: _entry, changed_at: _changed, ...facts }: HouseFactsTable): HouseFacts => facts;
