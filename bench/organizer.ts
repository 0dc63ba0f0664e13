/**
 * `npm run bench:organizer`: measures what the organizer's work costs visitors: page requests and posts at a steady rate alone,
 * while the organizer's command exports, and while the desk is open. Exits with 1 if one of them fails, or its p99 is more than `maxRatio`
 * times that of the same alone.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { machine, reportDisturbance, whenIdle } from './machine.ts';
import { insertSubmissions } from './million.ts';
import { openDesk } from './open-desk.ts';
import { requestAll, type Requested } from './page-load.ts';
import { browserOptions } from './phone.ts';
import { postAll, type Posted } from './post-load.ts';
import { preparedBodies, secret } from './posts.ts';
import { project, startSite } from './site.ts';
import { median, spread } from './statistics.ts';
import { table } from './table.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '8' }, rounds: { type: 'string', default: '5' } } });
/** How long each measurement takes. */
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const submissionCount = 200_000;
const pagesPerSecond = 100;
const postsPerSecond = 40;
const postConnections = 16;
const maxRatio = 2;

interface Load {
  pages: Requested;
  posts: Posted;
}

console.log(`\n${machine()}\n`);
await using site = await startSite(project, { SECRET: secret, MIN_FILL_SECONDS: '0', TRUST_PROXY: 'loopback' });
insertSubmissions(join(site.dataDir, 'founder-house.db'), submissionCount);

const work: { name: string; during: () => Promise<Load>; loads: Load[] }[] = [
  { name: 'nothing else', during: measure, loads: [] },
  { name: 'exports', during: duringExports, loads: [] },
  { name: 'an open desk', during: duringDesk, loads: [] },
];
await measure();
for (let round = 0; round < rounds; round += 1) for (const { during, loads } of work) loads.push(await whenIdle(during));

const p99s: [what: string, of: (load: Load) => number][] = [
  ['pages', ({ pages }) => pages.p99Ms],
  ['posts', ({ posts }) => posts.p99Ms],
];
const alone = work[0]?.loads ?? [];
const failures = ({ pages, posts }: Load) => pages.failed + Object.values(posts.errors).reduce((sum, count) => sum + count, 0);
const results = work.map(({ name, loads }) => {
  const ratios = p99s.map(([, of]) => median(loads.map(of)) / median(alone.map(of)));
  const failed = loads.reduce((sum, load) => sum + failures(load), 0);
  const cells = p99s.flatMap(([, of], index) => [spread(loads.map(of), 1), (ratios[index] as number).toFixed(2)]);
  return { row: [name, ...cells, String(failed)], isWithin: ratios.every((ratio) => ratio <= maxRatio) && failed === 0 };
});
console.log(
  `${pagesPerSecond} page requests and ${postsPerSecond} posts per second; ${rounds} rounds: median (min–max); budget: ${maxRatio} times as long\n`,
);
console.log(
  table(
    ['meanwhile', ...p99s.flatMap(([what]) => [`${what} p99 ms`, 'times']), 'failed'],
    results.map(({ row }) => row),
  ),
);
reportDisturbance();
if (results.some(({ isWithin }) => !isWithin)) process.exitCode = 1;

async function measure(): Promise<Load> {
  const bodies = await preparedBodies(postsPerSecond * seconds);
  const [pages, posts] = await Promise.all([
    requestAll(`${site.origin}/`, pagesPerSecond * seconds, pagesPerSecond),
    postAll(site.origin, bodies, postConnections, postsPerSecond),
  ]);
  return { pages, posts };
}

/** Measures while the organizer's command exports every submission, one export after another. */
async function duringExports(): Promise<Load> {
  const measured = new AbortController();
  const exporting = (async () => {
    while (!measured.signal.aborted) {
      const child = spawn(join(project, 'bin/organizer'), ['submissions', 'export'], {
        env: { ...process.env, DATA_DIR: site.dataDir },
        stdio: 'ignore',
      });
      const [status] = (await once(child, 'exit')) as [number | null];
      if (status !== 0) throw new Error(`the export ended with ${status}`);
    }
  })();
  const load = await measure();
  measured.abort();
  await exporting;
  return load;
}

/** Measures while a browser shows the desk, which follows the posts. */
async function duringDesk(): Promise<Load> {
  const { child, address } = await openDesk(site.dataDir);
  const browser = await chromium.launch(browserOptions());
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(address);
    await page.getByText('seats taken').first().waitFor();
    return await measure();
  } finally {
    await browser.close();
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}
