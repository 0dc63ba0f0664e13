import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from '../../scripts/free-port.ts';
import { binaries, unprivileged } from './postgres-binaries.ts';

/** A separate PostgreSQL server on the loopback interface with a temporary data folder. */
export interface PostgresServer {
  /** Creates a database; returns its URL. */
  database(): Promise<string>;
  /** Ends every connection and the process; committed data stays. */
  stop(): Promise<void>;
  /** Starts it again, on the same port. */
  start(): Promise<void>;
  [Symbol.asyncDispose]: () => Promise<void>;
}

export interface PostgresOptions {
  /** Settings of the server, `name=value`. */
  settings?: string[];
}

/** Test data does not need to survive a crash of the machine. */
const withoutDurability = ['fsync=off', 'full_page_writes=off'];

/** Creates a server and starts it. It sorts by ICU, so that no test depends on byte order. */
export async function startPostgres({ settings = withoutDurability }: PostgresOptions = {}): Promise<PostgresServer> {
  const user = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'founder-house-postgres-'));
  chmodSync(folder, 0o755);
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if ('uid' in user) chownSync(data, user.uid, user.gid);
  const bin = join(binaries(folder, user), 'bin');
  await promisify(execFile)(
    join(bin, 'initdb'),
    [
      '--no-sync',
      '--auth=trust',
      '--username=postgres',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=icu',
      '--icu-locale=en-US',
      data,
    ],
    user,
  );
  const port = await freePort();
  const flags = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', ...settings].flatMap((setting) => [
    '-c',
    setting,
  ]);
  const address = (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`;
  let running: { process: ReturnType<typeof spawn>; ended: Promise<unknown> } | undefined;

  async function start(): Promise<void> {
    const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...flags], {
      ...user,
      env: { LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const output: string[] = [];
    const ended = once(server, 'exit');
    running = { process: server, ended };
    await new Promise<void>((resolve, reject) => {
      createInterface({ input: server.stderr }).on('line', (line) => {
        if (output.length < 100) output.push(line);
        if (line.includes('ready to accept connections')) resolve();
      });
      void ended.then(() => reject(new Error(`PostgreSQL did not start:\n${output.join('\n')}`)));
    });
  }

  async function stop(): Promise<void> {
    // SIGINT is the fast shutdown, which rolls back open transactions.
    running?.process.kill('SIGINT');
    await running?.ended;
    running = undefined;
  }

  await start();
  let databaseCount = 0;
  return {
    start,
    stop,
    async database() {
      const name = `test_${(databaseCount += 1)}`;
      await queryIn(address('postgres'), `CREATE DATABASE ${name}`);
      return address(name);
    },
    [Symbol.asyncDispose]: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Queries a database over a separate connection. */
export async function queryIn(databaseUrl: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return ((await client.query(text, values)) as { rows: Record<string, unknown>[] }).rows;
  } finally {
    await client.end();
  }
}
