import { Kysely, PostgresDialect } from 'kysely';
import { Pool, type PoolConfig } from 'pg';
import { ClosableCursor } from './closable-cursor.ts';
import { createOpenSockets } from './open-sockets.ts';
import { endWhenUnresponsive } from './unresponsive-server.ts';
import { writableClientFor } from './writable-server.ts';
import type { Database } from '../schema.ts';

/** How long connecting, and then a statement, may take: no longer than a visitor would wait. */
const timeoutMs = 5000;

/**
 * How long a connection is idle before TCP checks, each second, that the other end is there; after ten checks
 * without a response it is lost.
 */
const keepAliveMs = 10_000;

/** Ten instances together stay below 100 connections, the default limit of a PostgreSQL server, unless most of them purge at once. */
const connections = 7;
const longConnections = 2;
const purgeConnections = 1;

/**
 * The connections to a server, or to the one of several that takes writes: `db` for work that a visitor waits for, and `long` for lists,
 * copies and migrations, which have no time limit and connections of their own; they end only when the server stops responding. `purging` is
 * for VACUUM, which also has no time limit and must not wait for lists that are read slowly; its connection is closed when it is idle.
 * `close` returns how many connections were cut off because the server did not close them in time.
 */
export function connect(urls: string[]) {
  const sockets = createOpenSockets();
  const connection = {
    connectionString: urls[0],
    connectionTimeoutMillis: timeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    application_name: 'founder-house',
    stream: sockets.create,
  };
  const common = { ...connection, Client: writableClientFor(urls, { ...connection, query_timeout: timeoutMs }) };
  const pool = createPool({
    ...common,
    max: connections,
    // The server cancels a statement that takes too long and rolls it back; pg itself gives up only if the server does not respond.
    statement_timeout: timeoutMs,
    query_timeout: 2 * timeoutMs,
    // An instance that hangs in the middle of a transaction blocks the others no longer than this.
    idle_in_transaction_session_timeout: 6 * timeoutMs,
  });
  const longPool = createPool({ ...common, max: longConnections });
  const purgePool = createPool({ ...common, max: purgeConnections });
  for (const unlimited of [longPool, purgePool]) endWhenUnresponsive(unlimited, connection);
  const [db, long, purging] = [queriesOver(pool), queriesOver(longPool), queriesOver(purgePool)];
  return { pool, db, long, purging, close: () => sockets.close(Promise.all([db.destroy(), long.destroy(), purging.destroy()])) };
}

const queriesOver = (pool: Pool) => new Kysely<Database>({ dialect: new PostgresDialect({ pool, cursor: ClosableCursor }) });

/**
 * A server that shuts down ends its connections, in the pool and between two statements of a transaction. The next statement reports that;
 * the `error` event, without a listener, would end the process.
 */
function createPool(config: PoolConfig): Pool {
  const pool = new Pool(config);
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
