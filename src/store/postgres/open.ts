import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Expression, SqlBool } from 'kysely';
import { Pool } from 'pg';
import Cursor from 'pg-cursor';
import { copyInto } from '../copy.ts';
import type { Engine } from '../engine.ts';
import { migrateTogether } from '../migrations/migrate.ts';
import type { Database } from '../schema.ts';
import { unavailable } from '../unavailable.ts';
import { withRetries } from './retries.ts';

/** How long a connection, and then a statement, is waited for, in milliseconds: shorter than a visitor's patience. */
const patience = 5000;

/** Fewer than 100 for ten instances, which is what a PostgreSQL server takes unless told otherwise. */
const connections = 9;

/** An engine over a PostgreSQL server, or one that speaks its protocol. Throws StoreUnavailable when it cannot be reached or written. */
export async function openPostgresEngine(databaseUrl: string) {
  const { hostname, port, pathname } = new URL(databaseUrl);
  const place = `The database ${pathname.slice(1)} on ${hostname}:${port || 5432}`;
  const fail = (cause: unknown) => unavailable(place, cause);
  const guarded = <Result>(work: () => Promise<Result>) =>
    work().catch((cause: unknown) => {
      throw fail(cause);
    });

  const pool = new Pool({
    connectionString: databaseUrl,
    max: connections,
    connectionTimeoutMillis: patience,
    query_timeout: 2 * patience,
    keepAlive: true,
    application_name: 'founder-house',
  });
  // A server that goes away ends the connections that wait in the pool. The next query says so; unheard, it would end the process.
  pool.on('error', () => {});
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool, cursor: Cursor }) });
  await guarded(() => migrateTogether(db as never)).catch(async (error: unknown) => {
    await db.destroy();
    throw error;
  });

  const engine: Engine = {
    kind: 'postgres',
    transact: (work) => guarded(() => withRetries(() => db.transaction().execute(work))),
    read: (work) => guarded(() => work(db)),
    async *stream(work) {
      try {
        yield* work(db);
      } catch (cause) {
        throw fail(cause);
      }
    },
    snapshot: (work) => guarded(() => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)),
    containing: async (text) => containing(text),
  };
  return {
    engine,
    /** A server checks its own pages; that its answers come is all that can be asked here. */
    integrity: () => guarded(() => sql`SELECT 1`.execute(db).then(() => [])),
    backup: (copy: string) => copyInto(engine, copy),
    /** Dead rows are gone when the server has cleaned up after them (PostgreSQL's manual, 24.1). */
    forget: () => guarded(() => sql`VACUUM submissions, deliveries, tokens, suppressions`.execute(db).then(() => undefined)),
    limiter: { pool, table: 'rate_limits' },
    close: () => db.destroy(),
  };
}

/** An index of trigrams serves this where the server has pg_trgm (migration 0002). */
function containing(text: string): Expression<SqlBool> {
  const pattern = `%${text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\\%_]/gu, '\\$&')}%`;
  return sql<SqlBool>`search LIKE ${pattern}`;
}
