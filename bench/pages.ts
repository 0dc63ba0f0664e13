/** `npm run bench:pages [-- --rounds N]`: compares the paint times of the retreat page with those of a minimal page with the same words. */
import { parseArgs } from 'node:util';
import { disturbanceWarning, machine, whenIdle } from './machine.ts';
import { timePage } from './time-page.ts';
import type { Timed } from './time-page.ts';
import { startSiteWithBaseline } from './site-with-baseline.ts';
import { median, spread } from './statistics.ts';
import { table } from './table.ts';

const maxRatio = 1.15;
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } });
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds must be a whole number of at least 1');

await using site = await startSiteWithBaseline();
const runs: Record<string, Timed[]> = { '/': [], '/baseline': [] };
for (let round = 0; round <= rounds; round++) {
  for (const [address, timed] of Object.entries(runs)) {
    const run = await whenIdle(() => timePage(site.origin + address));
    if (round > 0) timed.push(run);
    console.log(`${round === 0 ? 'warming up' : `round ${round}`}  ${address.padEnd(9)}  largest paint ${run.largestMs.toFixed(0)} ms`);
  }
}

const columns: [name: string, of: (timed: Timed) => number, digits: number][] = [
  ['first paint ms', ({ firstMs }) => firstMs, 0],
  ['largest paint ms', ({ largestMs }) => largestMs, 0],
  ['main thread ms', ({ mainThreadMs }) => mainThreadMs, 0],
  ['KB', ({ bytes }) => bytes / 1000, 1],
];
const rows = Object.entries(runs).map(([address, timed]) =>
  [address].concat(columns.map(([, of, digits]) => spread(timed.map(of), digits))),
);
const largestOf = (address: string) => median((runs[address] as Timed[]).map(({ largestMs }) => largestMs));
const ratio = largestOf('/') / largestOf('/baseline');

console.log(`\n${machine()}\n${rounds} rounds: median (min–max)\n`);
console.log(table(['page', ...columns.map(([name]) => name)], rows));
console.log(`\nlargest paint, / to the minimal page: ${ratio.toFixed(2)} (at most ${maxRatio})`);
const warning = disturbanceWarning();
if (warning) console.log(warning);
if (ratio > maxRatio) process.exitCode = 1;
