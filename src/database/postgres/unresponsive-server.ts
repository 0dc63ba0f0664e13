import { setInterval } from 'node:timers/promises';
import { Client, DatabaseError, type ClientConfig, type Pool, type PoolClient } from 'pg';

/** How often the site checks whether a server still responds, and how long it may take to connect, and then to respond. */
const checkIntervalMs = 10_000;

/**
 * A client that ends its connection after an error that its server did not send, such as a timeout. A pool would use the connection again,
 * and the next statement would wait behind the one that got no response.
 */
export class FailFastClient extends Client {
  // Its declared overloads accept statements, configurations and cursors; only a statement of Kysely returns a promise.
  override query(...statement: never[]): never {
    const result: unknown = super.query(...(statement as [never]));
    if (result instanceof Promise)
      result.catch((error: unknown) => {
        if (!(error instanceof DatabaseError)) void this.end();
      });
    return result as never;
  }
}

/**
 * Ends the connections of a pool that are in use when their server stops responding: their statements reject with "Connection terminated".
 * A server that works on a long statement sends nothing either, so a limit on the statement or on its socket cannot distinguish the two; a
 * second connection can. A connection that was lost while its server responds to others is ended by TCP (`keepAlive`).
 */
export function endWhenUnresponsive(pool: Pool, options: ClientConfig): void {
  const uses = new WeakMap<PoolClient, AbortController>();
  pool.on('acquire', (client) => {
    const use = new AbortController();
    uses.set(client, use);
    // Rejects when the use is over.
    watch(client, options, use.signal).catch(() => {});
  });
  pool.on('release', (_error, client) => uses.get(client)?.abort());
}

async function watch(client: PoolClient, options: ClientConfig, signal: AbortSignal): Promise<void> {
  for await (const _ of setInterval(checkIntervalMs, undefined, { signal, ref: false })) {
    if (await responds(client, options)) continue;
    if (!signal.aborted) await client.end();
    return;
  }
}

/** Asks the server of a connection over another one. An error that the server itself sends is a response too. */
async function responds({ host, port }: PoolClient, options: ClientConfig): Promise<boolean> {
  const other = Object.assign(new Client({ ...options, connectionTimeoutMillis: checkIntervalMs, query_timeout: checkIntervalMs }), {
    host,
    port,
  });
  other.on('error', () => {});
  try {
    await other.connect();
    await other.query('SELECT 1');
    return true;
  } catch (error) {
    return error instanceof DatabaseError;
  } finally {
    other.end().catch(() => {});
  }
}
