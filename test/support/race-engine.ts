import type { Kysely, Transaction } from 'kysely';
import type { Engine } from '../../src/database/engine.ts';
import { openPostgresEngine } from '../../src/database/postgres/open.ts';
import type { Database } from '../../src/database/schema.ts';
import { openSqliteEngine } from '../../src/database/sqlite/open.ts';

/** The engine under a store, without the store. */
export function engineOver(databaseUrl: string): Promise<{ engine: Engine; close: () => Promise<void> }> {
  return databaseUrl.startsWith('file:') ? openSqliteEngine(databaseUrl.slice('file:'.length)) : openPostgresEngine(databaseUrl);
}

/**
 * The same engine with the lock off. PostgreSQL: taken for an engine whose transactions come one after the other, it locks no row. SQLite: the
 * statements of all who answer run outside of any transaction, between one another.
 */
export function unlocked(engine: Engine): Engine {
  if (engine.kind === 'postgres') return { ...engine, kind: 'sqlite' };
  return { ...engine, transact: (work) => engine.read((db: Kysely<Database>) => work(db as Transaction<Database>)) };
}
