import { callbackify } from 'node:util';
import { Client, type ClientConfig } from 'pg';
import { FailFastClient } from './unresponsive-server.ts';

/** SQLSTATE of a write to a server that only reads (PostgreSQL's manual, appendix A). */
const readOnly = '25006';

/**
 * Returns the client class for a pool over these servers. Each of its clients connects to the server that takes writes at that moment, as
 * libpq does with `target_session_attrs=read-write`, so that a promoted standby gets the connections without a restart.
 */
export function writableClientFor(urls: string[], options: ClientConfig): typeof Client {
  if (urls.length === 1) return FailFastClient;
  return class extends FailFastClient {
    override connect(): Promise<Client>;
    override connect(callback: (error: never, client: Client) => void): void;
    override connect(callback?: (error: never, client: Client) => void): Promise<Client> | void {
      const connect = async () => {
        const { host, port } = await findWritableServer(urls, options);
        Object.assign(this, { host, port });
        return super.connect();
      };
      if (!callback) return connect();
      callbackify(connect)(callback as (error: Error, client: Client) => void);
    }
  };
}

/**
 * Returns a closed client with the host and port of the server that takes writes. All are asked at once, because a server that is switched
 * off does not refuse immediately.
 */
function findWritableServer(urls: string[], options: ClientConfig): Promise<Client> {
  return Promise.any(
    urls.map(async (connectionString) => {
      const client = new Client({ ...options, connectionString });
      client.on('error', () => {});
      try {
        await client.connect();
        const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
        if (rows[0]?.transaction_read_only === 'off') return client;
        throw Object.assign(new Error(`${client.host}:${client.port} takes no writes`), { code: readOnly });
      } finally {
        client.end().catch(() => {});
      }
    }),
  );
}
