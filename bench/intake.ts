/**
 * `npm run bench:intake`: posts a second with real proofs over 64 connections, and a million submissions.
 * `-- --minutes 10` holds 50 posts a second for that long instead.
 */
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/support/postgres.ts';
import { disturbance, machine, whenCalm } from './machine.ts';
import { measureMillion } from './million.ts';
import { postAll, shownErrors } from './post-load.ts';
import type { Posted } from './post-load.ts';
import { cost, preparedBodies, secret } from './posts.ts';
import { memoryOf, processorTimeOf } from './process-usage.ts';
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
const steady = 50;

console.log(`\n${machine()}\n`);
// Its own settings, so that a commit is on the disk.
await using postgres = await startPostgres({ settings: [] });
const engines: [name: string, settings: () => Promise<Record<string, string>>][] = [
  ['SQLite', async () => ({})],
  ['PostgreSQL', async () => ({ DATABASE_URL: await postgres.database() })],
];
const missed = values.minutes === undefined ? await atOnce() : await forLong(Number(values.minutes));
const warning = disturbance();
if (warning) console.log(warning);
if (missed) process.exitCode = 1;

/** Posts as fast as possible on each engine, then reads a million rows. Returns whether a budget was missed. */
async function atOnce(): Promise<boolean> {
  const rows: string[][] = [];
  const results: Posted[] = [];
  for (const [name, own] of engines)
    for (const worker of ['on', 'off']) {
      const posted = await whenCalm(async () => {
        const bodies = await preparedBodies(Number(values.posts));
        await using site = await startSite(project, { ...settings, ...(await own()), WORKER: worker });
        await postAll(site.origin, bodies.splice(0, 500), connections);
        const before = processorTimeOf(site.pid) ?? Number.NaN;
        const count = bodies.length;
        const load = await postAll(site.origin, bodies, connections);
        return { ...load, work: (((processorTimeOf(site.pid) ?? Number.NaN) - before) * 1000) / count };
      });
      results.push(posted);
      rows.push([`${name}${worker === 'off' ? ', delivered by another instance' : ''}`, ...figures(posted), posted.work.toFixed(2)]);
    }
  console.log(`proofs at a cost of ${cost}, ${connections} connections; budget on SQLite: 400 a second, p99 under 300 ms, no error\n`);
  console.log(table(['durable posts', 'a second', 'p50 ms', 'p95 ms', 'p99 ms', 'errors', 'its work, ms'], rows));
  const listed = await measureMillion(Number(values.rows));
  const [sqlite] = results as [Posted];
  return !(listed && sqlite.perSecond >= 400 && sqlite.p99 < 300 && Object.keys(sqlite.errors).length === 0);
}

/** Holds a steady rate on SQLite. Returns whether a budget was missed. */
async function forLong(minutes: number): Promise<boolean> {
  await using site = await startSite(project, settings);
  const rows: string[][] = [];
  const all: Posted[] = [];
  const memory = [memoryOf(site.pid) ?? Number.NaN];
  for (let half = 1; half <= minutes * 2; half += 1) {
    const posted = await postAll(site.origin, await preparedBodies(steady * 30), connections, steady);
    memory.push(memoryOf(site.pid) ?? Number.NaN);
    rows.push([`minute ${half / 2}`, ...figures(posted), (memory.at(-1) as number).toFixed(0)]);
    all.push(posted);
  }
  console.log(`${steady} posts a second; budget: p99 under 100 ms, no error, and memory that does not grow\n`);
  console.log(table(['SQLite', 'a second', 'p50 ms', 'p95 ms', 'p99 ms', 'errors', 'MB'], rows));
  console.log(`memory at the start ${memory[0]?.toFixed(0)} MB, at the end ${memory.at(-1)?.toFixed(0)} MB`);
  return all.some(({ p99, errors }) => p99 >= 100 || Object.keys(errors).length > 0);
}

function figures(posted: Posted): string[] {
  const { perSecond, p50, p95, p99 } = posted;
  return [perSecond.toFixed(0), p50.toFixed(0), p95.toFixed(0), p99.toFixed(0), shownErrors(posted)];
}
