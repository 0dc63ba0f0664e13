/**
 * `npm run bench:pages [-- --rounds N]`: compares the paint times and main-thread work of pages with a minimal version of the retreat page,
 * and measures scrolling. Exits with 1 if the retreat page paints too late, or if a page blocks or shifts while it is scrolled.
 */
import { parseArgs } from 'node:util';
import { findWaitlistPath } from './addresses.ts';
import { inviteFounder } from './founder-pages.ts';
import { machine, reportDisturbance, whenIdle } from './machine.ts';
import { secret } from './posts.ts';
import { timePage, type Timed } from './time-page.ts';
import { timeScrolling, type Scrolled } from './time-scrolling.ts';
import { startSiteWithBaseline } from './site-with-baseline.ts';
import { median, spread } from './statistics.ts';
import { table } from './table.ts';

const maxRatio = 1.15;
const maxScrollTaskMs = 50;
/** A phone takes half a minute to scroll the retreat page. */
const scrollRounds = 5;
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } });
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds must be a whole number of at least 1');

await using site = await startSiteWithBaseline({ SECRET: secret });
const waitlist = await findWaitlistPath(site.origin);
const { invitation, status } = await inviteFounder(site, secret);
const measured = (name: string, path = name) => ({ name, path, runs: [] as Timed[], scrolls: [] as Scrolled[] });
const baseline = measured('/baseline');
const own = [
  measured('/'),
  measured('/speaker-series'),
  ...(waitlist ? [measured('waitlist form', waitlist)] : []),
  measured('invitation', invitation),
  measured('status page', status),
];
const pages = [...own, baseline];

for (let round = 0; round <= rounds; round++) {
  for (const { name, path, runs } of pages) {
    const run = await whenIdle(() => timePage(site.origin + path));
    if (round > 0) runs.push(run);
    console.log(
      `${round === 0 ? 'warming up' : `round ${round}`}  ${name.padEnd(15)}  largest paint ${run.largestMs.toFixed(0)} ms, main thread ${run.mainThreadMs.toFixed(0)} ms`,
    );
  }
}

for (let round = 1; round <= Math.min(rounds, scrollRounds); round++) {
  for (const { name, path, scrolls } of own) {
    const run = await whenIdle(() => timeScrolling(site.origin + path));
    scrolls.push(run);
    console.log(`scrolling, round ${round}  ${name.padEnd(15)}  longest task ${run.longestTaskMs.toFixed(0)} ms`);
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
const rows = pages.map(({ name, runs }) => [name].concat(columns.map(([, of, digits]) => spread(runs.map(of), digits))));
const medianOf = (page: string, of: (timed: Timed) => number) => median(pages.find(({ name }) => name === page)?.runs.map(of) ?? []);
const ratio = (page: string, of: (timed: Timed) => number) => medianOf(page, of) / medianOf(baseline.name, of);
const paintRatio = ratio('/', ({ largestMs }) => largestMs);
const taskOf = ({ scrolls }: (typeof own)[number]) => median(scrolls.map(({ longestTaskMs }) => longestTaskMs));
const shiftOf = ({ scrolls }: (typeof own)[number]) => median(scrolls.map(({ shift }) => shift));
const poorlyScrolled = own.filter((page) => taskOf(page) > maxScrollTaskMs || shiftOf(page) >= 0.005);

console.log(`\n${machine()}\n${rounds} rounds: median (min–max)\n`);
console.log(table(['page', ...columns.map(([name]) => name)], rows));
console.log(`\nscrolling to the end, ${own[0]?.scrolls.length} rounds\n`);
console.log(
  table(
    ['page', 'longest task ms', 'longest task at the first use ms', 'shift'],
    own.map(({ name, scrolls }) => [
      name,
      spread(scrolls.map(({ longestTaskMs }) => longestTaskMs)),
      spread(scrolls.map(({ firstUseTaskMs }) => firstUseTaskMs)),
      spread(
        scrolls.map(({ shift }) => shift),
        2,
      ),
    ]),
  ),
);
console.log(`\nlargest paint, / to the minimal page: ${paintRatio.toFixed(2)} (at most ${maxRatio})`);
for (const page of ['/', '/speaker-series'])
  console.log(`main thread, ${page} to the minimal page: ${ratio(page, ({ mainThreadMs }) => mainThreadMs).toFixed(2)}`);
console.log(
  `tasks over ${maxScrollTaskMs} ms or shifts while scrolling (median): ${poorlyScrolled.map(({ name }) => name).join(', ') || 'none'}`,
);
reportDisturbance();
if (paintRatio > maxRatio || poorlyScrolled.length > 0) process.exitCode = 1;
