import type { Transaction } from 'kysely';
import { hasRow } from './count-rows.ts';
import { inParts } from './list-parameters.ts';
import type { Database } from './schema.ts';

/** Returns whether a row is still stored. It is not erased before the transaction ends. */
export const lockIfStored = (
  db: Transaction<Database>,
  table: 'deliveries' | 'entries' | 'organizers' | 'submissions',
  id: string,
): Promise<boolean> => hasRow(db.selectFrom(table).select('id').where('id', '=', id).forUpdate());

/**
 * Returns those of the rows that are still stored: a transaction over PostgreSQL can have erased some since this one read them. They are
 * not erased before the transaction ends, but can be changed: an email to everybody locks very many, and no post waits for it.
 */
export async function lockStored<Row>(
  db: Transaction<Database>,
  table: 'entries' | 'submissions',
  rows: Row[],
  idOf: (row: Row) => string,
): Promise<Row[]> {
  const stored = new Set<string>();
  for (const part of inParts(rows.map(idOf).toSorted())) {
    const found = await db.selectFrom(table).select('id').where('id', 'in', part).orderBy('id').forKeyShare().execute();
    for (const { id } of found) stored.add(id);
  }
  return rows.filter((row) => stored.has(idOf(row)));
}
