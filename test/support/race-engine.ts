import type { Kysely, Transaction } from 'kysely';
import type { Engine } from '../../src/database/engine.ts';
import { openPostgresEngine } from '../../src/database/postgres/open.ts';
import type { Database } from '../../src/database/schema.ts';
import { openSqliteEngine } from '../../src/database/sqlite/open.ts';

/** Opens an engine without a store. */
export function engineOver(databaseUrl: string): Promise<{ engine: Engine; close: () => Promise<unknown> }> {
  return databaseUrl.startsWith('file:') ? openSqliteEngine(databaseUrl.slice('file:'.length)) : openPostgresEngine(databaseUrl);
}

/**
 * Returns the engine without its lock. PostgreSQL: the code treats it as an engine with serial transactions, so it locks no rows. SQLite:
 * statements run outside a transaction and interleave.
 */
export function unlocked(engine: Engine): Engine {
  if (engine.kind === 'postgres') return { ...engine, kind: 'sqlite' };
  return { ...engine, transact: (work) => engine.read((db: Kysely<Database>) => work(db as Transaction<Database>)) };
}
