/**
 * `npm run bench:intake`: measures posts per second with real proofs of work over 64 connections, and a million submissions.
 * `-- --minutes 10` sends 50 posts per second for ten minutes instead.
 */
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/support/postgres.ts';
import { machine, reportDisturbance, whenIdle } from './machine.ts';
import { measureMillion } from './million.ts';
import { postAll, formatErrors, type Posted } from './post-load.ts';
import { cost, preparedBodies, secret } from './posts.ts';
import { processorSecondsOf, residentMegabytes } from './process-usage.ts';
import { project, startSite } from './site.ts';
import { table } from './table.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    posts: { type: 'string', default: '6000' },
    rows: { type: 'string', default: '1000000' },
  },
});
const settings = { SECRET: secret, RATE_LIMIT_PER_MINUTE: '1000000', MIN_FILL_SECONDS: '0' };
const connections = 64;
const steadyPostsPerSecond = 50;

console.log(`\n${machine()}\n`);
// PostgreSQL's default settings, with which a commit is on the disk.
await using postgres = await startPostgres({ settings: [] });
const engines: [name: string, settings: () => Promise<Record<string, string>>][] = [
  ['SQLite', async () => ({})],
  ['PostgreSQL', async () => ({ DATABASE_URL: await postgres.database() })],
];
const missed = values.minutes === undefined ? await measureMaximumRate() : await measureSteadyRate(Number(values.minutes));
reportDisturbance();
if (missed) process.exitCode = 1;

/** Posts as fast as possible on each engine, then reads a million rows. Returns true if a budget was missed. */
async function measureMaximumRate(): Promise<boolean> {
  const rows: string[][] = [];
  const results: Posted[] = [];
  for (const [name, own] of engines)
    for (const worker of ['on', 'off']) {
      const posted = await whenIdle(async () => {
        const bodies = await preparedBodies(Number(values.posts));
        await using site = await startSite(project, { ...settings, ...(await own()), WORKER: worker });
        await postAll(site.origin, bodies.splice(0, 500), connections);
        const before = processorSecondsOf(site.pid);
        const count = bodies.length;
        const load = await postAll(site.origin, bodies, connections);
        return { ...load, cpuMs: ((processorSecondsOf(site.pid) - before) * 1000) / count };
      });
      results.push(posted);
      rows.push([`${name}${worker === 'off' ? ', delivered by another instance' : ''}`, ...figures(posted), posted.cpuMs.toFixed(2)]);
    }
  console.log(`proofs at a cost of ${cost}, ${connections} connections; budget on SQLite: 400 per second, p99 under 300 ms, no error\n`);
  console.log(table(['durable posts', 'per second', 'p50 ms', 'p95 ms', 'p99 ms', 'errors', 'CPU ms/post'], rows));
  const listed = await measureMillion(Number(values.rows));
  const [sqlite] = results as [Posted];
  return !(listed && sqlite.postsPerSecond >= 400 && sqlite.p99Ms < 300 && Object.keys(sqlite.errors).length === 0);
}

/** Posts at a steady rate on SQLite. Returns true if a budget was missed. */
async function measureSteadyRate(minutes: number): Promise<boolean> {
  await using site = await startSite(project, settings);
  const rows: string[][] = [];
  const all: Posted[] = [];
  const memory = [residentMegabytes(site.pid)];
  for (let half = 1; half <= minutes * 2; half += 1) {
    const posted = await postAll(site.origin, await preparedBodies(steadyPostsPerSecond * 30), connections, steadyPostsPerSecond);
    memory.push(residentMegabytes(site.pid));
    rows.push([`minute ${half / 2}`, ...figures(posted), (memory.at(-1) as number).toFixed(0)]);
    all.push(posted);
  }
  console.log(`${steadyPostsPerSecond} posts per second; budget: p99 under 100 ms, no error, and memory that does not grow\n`);
  console.log(table(['SQLite', 'per second', 'p50 ms', 'p95 ms', 'p99 ms', 'errors', 'MB'], rows));
  console.log(`memory at the start ${memory[0]?.toFixed(0)} MB, at the end ${memory.at(-1)?.toFixed(0)} MB`);
  return all.some(({ p99Ms, errors }) => p99Ms >= 100 || Object.keys(errors).length > 0);
}

function figures(posted: Posted): string[] {
  const { postsPerSecond, p50Ms, p95Ms, p99Ms } = posted;
  return [postsPerSecond, p50Ms, p95Ms, p99Ms].map((value) => value.toFixed(0)).concat(formatErrors(posted));
}
