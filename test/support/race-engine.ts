import type { Kysely, Transaction } from 'kysely';
import type { Engine } from '../../src/database/engine.ts';
import type { Database } from '../../src/database/schema.ts';
import { openSqliteEngine } from '../../src/database/sqlite/open.ts';

/** Opens an engine without a store. As in the product, the driver of PostgreSQL is loaded on demand. */
export async function engineOver(databaseUrl: string): Promise<{ engine: Engine; close: () => Promise<unknown> }> {
  if (databaseUrl.startsWith('file:')) return openSqliteEngine(databaseUrl.slice('file:'.length));
  const { openPostgresEngine } = await import('../../src/database/postgres/open.ts');
  return openPostgresEngine(databaseUrl);
}

/**
 * Returns the engine without its lock. PostgreSQL: the code treats it as an engine with serial transactions, so it locks no rows. SQLite:
 * statements run outside a transaction and interleave.
 */
export function unlocked(engine: Engine): Engine {
  if (engine.kind === 'postgres') return { ...engine, kind: 'sqlite' };
  return { ...engine, transact: (work) => engine.read((db: Kysely<Database>) => work(db as Transaction<Database>)) };
}
