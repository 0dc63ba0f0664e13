/** `npm run bench:pages [-- --rounds N]`: compares the paint times and main-thread work of two pages with a minimal version of the retreat page. */
import { parseArgs } from 'node:util';
import { disturbanceWarning, machine, whenIdle } from './machine.ts';
import { timePage } from './time-page.ts';
import type { Timed } from './time-page.ts';
import { startSiteWithBaseline } from './site-with-baseline.ts';
import { median, spread } from './statistics.ts';
import { table } from './table.ts';

const maxRatio = 1.15;
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } });
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds must be a whole number of at least 1');

await using site = await startSiteWithBaseline();
const runs: Record<string, Timed[]> = { '/': [], '/speaker-series': [], '/baseline': [] };
for (let round = 0; round <= rounds; round++) {
  for (const [address, timed] of Object.entries(runs)) {
    const run = await whenIdle(() => timePage(site.origin + address));
    if (round > 0) timed.push(run);
    console.log(
      `${round === 0 ? 'warming up' : `round ${round}`}  ${address.padEnd(15)}  largest paint ${run.largestMs.toFixed(0)} ms, main thread ${run.mainThreadMs.toFixed(0)} ms`,
    );
  }
}

const columns: [name: string, of: (timed: Timed) => number, digits: number][] = [
  ['first paint ms', ({ firstMs }) => firstMs, 0],
  ['largest paint ms', ({ largestMs }) => largestMs, 0],
  ['main thread ms', ({ mainThreadMs }) => mainThreadMs, 0],
  ['style and layout ms', ({ styleAndLayoutMs }) => styleAndLayoutMs, 0],
  ['script ms', ({ scriptMs }) => scriptMs, 0],
  ['blocking ms', ({ blockingMs }) => blockingMs, 0],
  ['recalculations', ({ recalculations }) => recalculations, 0],
  ['layouts', ({ layouts }) => layouts, 0],
  ['KB', ({ bytes }) => bytes / 1000, 1],
];
const rows = Object.entries(runs).map(([address, timed]) =>
  [address].concat(columns.map(([, of, digits]) => spread(timed.map(of), digits))),
);
const ratio = (address: string, of: (timed: Timed) => number) =>
  median((runs[address] as Timed[]).map(of)) / median((runs['/baseline'] as Timed[]).map(of));
const paintRatio = ratio('/', ({ largestMs }) => largestMs);

console.log(`\n${machine()}\n${rounds} rounds: median (min–max)\n`);
console.log(table(['page', ...columns.map(([name]) => name)], rows));
console.log(`\nlargest paint, / to the minimal page: ${paintRatio.toFixed(2)} (at most ${maxRatio})`);
for (const address of ['/', '/speaker-series'])
  console.log(`main thread, ${address} to the minimal page: ${ratio(address, ({ mainThreadMs }) => mainThreadMs).toFixed(2)}`);
const warning = disturbanceWarning();
if (warning) console.log(warning);
if (paintRatio > maxRatio) process.exitCode = 1;
