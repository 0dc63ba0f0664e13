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
