import type { Transaction } from 'kysely';
import type { Engine } from '../../database/engine.ts';
import type { Database, EntriesTable } from '../../database/schema.ts';
import { Refused } from '../../refused.ts';

/**
 * Takes the one lock under which seats are counted and entries change their state: on SQLite every writing transaction has it already. It
 * is taken before the entry is read, since each statement of a PostgreSQL transaction sees what was committed before that statement (its
 * manual, 13.2.1). The row is written rather than only locked: if a database is set to a stricter isolation level, the transaction that
 * waited gets an error that makes it retry (13.2.2).
 */
export async function lockSeats(engine: Pick<Engine, 'kind'>, db: Transaction<Database>): Promise<void> {
  if (engine.kind !== 'postgres') return;
  const { numUpdatedRows } = await db.updateTable('seat_lock').set({ id: 1 }).where('id', '=', 1).executeTakeFirst();
  if (!numUpdatedRows) throw new Error('the row that seats are counted under is missing from seat_lock');
}

/** Locks the seats and returns an entry. Throws Refused if no entry has this id. */
export async function lockEntry(engine: Pick<Engine, 'kind'>, db: Transaction<Database>, id: string): Promise<EntriesTable> {
  await lockSeats(engine, db);
  const entry = await db.selectFrom('entries').selectAll().where('id', '=', id).executeTakeFirst();
  if (!entry) throw unknownEntry();
  return entry;
}

/** Returns the refusal of an id that no entry has. */
export const unknownEntry = () =>
  new Refused(
    'No founder on the waitlist has this id: either it is mistyped, or the founder has been erased. The desk and "organizer retreat list" show who is on the list.',
  );
