import type { Transaction } from 'kysely';
import { locksRows } from './engine.ts';
import type { Engine } from './engine.ts';
import type { Database } from './schema.ts';

/** Returns whether a row is still stored. It is not erased before the transaction ends. */
export async function existsLocked(
  engine: Pick<Engine, 'kind'>,
  db: Transaction<Database>,
  table: 'deliveries' | 'entries' | 'submissions',
  id: string,
): Promise<boolean> {
  const found = await db
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .$if(locksRows(engine), (query) => query.forUpdate())
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Returns which of these rows are still stored. They are not erased before the transaction ends, but can be changed: a mail to everybody
 * locks very many, and no post waits for it.
 */
export async function storedLocked(
  engine: Pick<Engine, 'kind'>,
  db: Transaction<Database>,
  table: 'entries' | 'submissions',
  ids: string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(locksRows(engine), (query) => query.forKeyShare())
    .execute();
  return new Set(rows.map(({ id }) => id));
}
