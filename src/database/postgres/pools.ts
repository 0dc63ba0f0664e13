import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import type { PoolConfig } from 'pg';
import { EndingCursor } from './ending-cursor.ts';
import { createOpenSockets } from './open-sockets.ts';
import { serverUrls } from './server-urls.ts';
import { endWhenSilent } from './silence.ts';
import { clientOf } from './writable-server.ts';
import type { Database } from '../schema.ts';

/** How long a connection, and then a statement, may take: no longer than a visitor would wait. */
const timeoutMs = 5000;

/** How long a connection is idle before TCP checks, each second, that the other end is there; after ten checks without a response it is lost. */
const keepAliveMs = 10_000;

/** Together fewer than 100 for ten instances, which is what a PostgreSQL server takes by default. */
const connections = 7;
const longConnections = 2;

/**
 * The connections to a server: `db` for what a visitor waits for, and `long` for lists, copies and migrations, which take as long as they take
 * and leave the others their connections; only a server that has become silent ends them. `close` returns how many connections the server did
 * not close in time and were cut off.
 */
export function connect(databaseUrl: string) {
  const urls = serverUrls(databaseUrl);
  const sockets = createOpenSockets();
  const connection = {
    connectionTimeoutMillis: timeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    application_name: 'founder-house',
    stream: sockets.create,
  };
  const common = { ...connection, connectionString: urls[0], Client: clientOf(urls, { ...connection, query_timeout: timeoutMs }) };
  const pool = watched({
    ...common,
    max: connections,
    // The server ends what takes too long, and takes back what it has done of it; pg itself gives up only where the server is silent.
    statement_timeout: timeoutMs,
    query_timeout: 2 * timeoutMs,
    // An instance that hangs in the middle of a transaction blocks the others no longer than this.
    idle_in_transaction_session_timeout: 6 * timeoutMs,
  });
  const longPool = watched({ ...common, max: longConnections });
  endWhenSilent(longPool, { ...connection, connectionString: urls[0] });
  const [db, long] = [over(pool), over(longPool)];
  return { pool, db, long, close: () => sockets.close(Promise.all([db.destroy(), long.destroy()])) };
}

const over = (pool: Pool) => new Kysely<Database>({ dialect: new PostgresDialect({ pool, cursor: EndingCursor }) });

/**
 * A server that goes away ends its connections, whether they wait in the pool or are between two statements of a transaction. The next
 * statement says so; unheard, it would end the process.
 */
function watched(config: PoolConfig): Pool {
  const pool = new Pool(config);
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
