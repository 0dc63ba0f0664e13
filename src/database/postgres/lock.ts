import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { keptTables } from '../tables.ts';
import type { Database } from '../schema.ts';

/** What an engine says that speaks PostgreSQL's protocol and locks no table: not supported, or no such syntax. */
const unknown = new Set(['0A000', '42601']);

/**
 * Blocks all other writes until this transaction ends; reading goes on. An engine that has no such lock keeps its transactions apart by itself:
 * one of two that meet fails, and is tried again.
 */
export async function lockOut(db: Transaction<Database>): Promise<void> {
  await sql`SAVEPOINT locking`.execute(db);
  try {
    await sql`LOCK TABLE ${sql.join(keptTables.map((table) => sql.table(table)))} IN EXCLUSIVE MODE`.execute(db);
  } catch (error) {
    if (!unknown.has((error as { code?: string }).code ?? '')) throw error;
    await sql`ROLLBACK TO SAVEPOINT locking`.execute(db);
  }
}
