/** `npm run bench:pages [--rounds N]`: how much slower the retreat page shows itself than the same words written by hand. */
import { parseArgs } from 'node:util';
import { disturbance, machine, whenCalm } from './machine.ts';
import { timePage } from './time-page.ts';
import type { Timed } from './time-page.ts';
import { startSiteWithBaseline } from './site-with-baseline.ts';
import { median, spread } from './statistics.ts';
import { table } from './table.ts';

const target = 1.15;
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } });
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a whole number from 1 on');

await using site = await startSiteWithBaseline();
const runs: Record<string, Timed[]> = { '/': [], '/baseline': [] };
for (let round = 0; round <= rounds; round++) {
  for (const [address, timed] of Object.entries(runs)) {
    const one = await whenCalm(() => timePage(site.origin + address));
    if (round > 0) timed.push(one);
    console.log(`${round === 0 ? 'warming up' : `round ${round}`}  ${address.padEnd(9)}  largest paint ${one.largest.toFixed(0)} ms`);
  }
}

const columns: [name: string, of: (timed: Timed) => number, digits: number][] = [
  ['first paint ms', ({ contentful }) => contentful, 0],
  ['largest paint ms', ({ largest }) => largest, 0],
  ['main thread ms', ({ mainThread }) => mainThread, 0],
  ['KB', ({ bytes }) => bytes / 1000, 1],
];
const rows = Object.entries(runs).map(([address, timed]) =>
  [address].concat(columns.map(([, of, digits]) => spread(timed.map(of), digits))),
);
const largestOf = (address: string) => median((runs[address] as Timed[]).map(({ largest }) => largest));
const ratio = largestOf('/') / largestOf('/baseline');

console.log(`\n${machine()}\n${rounds} rounds; the middle one (the least–the most)\n`);
console.log(table(['page', ...columns.map(([name]) => name)], rows));
console.log(`\nlargest paint, / to the page written by hand: ${ratio.toFixed(2)} (at most ${target})`);
const warning = disturbance();
if (warning) console.log(warning);
if (ratio > target) process.exitCode = 1;
