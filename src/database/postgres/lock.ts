import { sql, type Transaction } from 'kysely';
import { backupTables } from '../tables.ts';
import type { Database } from '../schema.ts';

/** The errors of engines that speak PostgreSQL's protocol but cannot lock tables: feature not supported, syntax error. */
const unsupported = new Set(['0A000', '42601']);

/**
 * Blocks all other writes until this transaction ends; reads continue. An engine without this lock isolates transactions by itself: if two
 * conflict, one fails and is retried.
 */
export async function blockOtherWrites(db: Transaction<Database>): Promise<void> {
  await sql`SAVEPOINT locking`.execute(db);
  try {
    await sql`LOCK TABLE ${sql.join(backupTables.map((table) => sql.table(table)))} IN EXCLUSIVE MODE`.execute(db);
  } catch (error) {
    if (!unsupported.has((error as { code?: string }).code ?? '')) throw error;
    await sql`ROLLBACK TO SAVEPOINT locking`.execute(db);
  }
}
