/**
 * `npm run bench:intake`: posts a second with real proofs over 64 connections, the cost of each step, and a million submissions.
 * `-- --minutes 10` instead holds 50 posts a second for so long.
 */
import { parseArgs } from 'node:util';
import { startPostgres } from './intake-engines.ts';
import { timeSteps } from './intake-steps.ts';
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
await using postgres = await startPostgres();
const engines: [name: string, settings: () => Promise<Record<string, string>>][] = [
  ['SQLite', async () => ({})],
  ...(postgres
    ? [['PostgreSQL', async () => ({ DATABASE_URL: await postgres.database() })] as [string, () => Promise<Record<string, string>>]]
    : []),
];
const missed = values.minutes === undefined ? await atOnce() : await forLong(Number(values.minutes));
if (!postgres) console.log('PostgreSQL: not measured, since test/support/postgres.ts is not there');
const warning = disturbance();
if (warning) console.log(warning);
if (missed) process.exitCode = 1;

/** As fast as it goes, on each engine; then the steps, and a million rows. Answers whether an aim was missed. */
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
  console.log(`proofs at a cost of ${cost}, ${connections} connections; aim on SQLite: 400 a second, p99 under 300 ms, no error\n`);
  console.log(table(['durable posts', 'a second', 'p50 ms', 'p95 ms', 'p99 ms', 'errors', 'its work, ms'], rows));
  const steps = await timeSteps();
  console.log(
    `\n${table(
      ['one step alone, on SQLite', 'ms'],
      steps.map(([step, taken]) => [step, taken.toFixed(2)]),
    )}`,
  );
  const listed = await measureMillion(Number(values.rows));
  const [sqlite] = results as [Posted];
  return !(listed && sqlite.perSecond >= 400 && sqlite.p99 < 300 && Object.keys(sqlite.errors).length === 0);
}

/** A busy evening, on SQLite. Answers whether an aim was missed. */
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
  console.log(`${steady} posts a second; aim: p99 under 100 ms, no error, and memory that does not grow\n`);
  console.log(table(['SQLite', 'a second', 'p50 ms', 'p95 ms', 'p99 ms', 'errors', 'MB'], rows));
  console.log(`memory at the start ${memory[0]?.toFixed(0)} MB, at the end ${memory.at(-1)?.toFixed(0)} MB`);
  return all.some(({ p99, errors }) => p99 >= 100 || Object.keys(errors).length > 0);
}

function figures(posted: Posted): string[] {
  const { perSecond, p50, p95, p99 } = posted;
  return [perSecond.toFixed(0), p50.toFixed(0), p95.toFixed(0), p99.toFixed(0), shownErrors(posted)];
}
