import type { FastifyPluginCallback } from 'fastify';
import type { Submissions } from '../../../submissions/repository.ts';
import type { DeskContext } from '../context.ts';

export type Overview = Awaited<ReturnType<ReturnType<typeof createOverview>>>;

/** How many sign-ups one day or one system size has. `label` is a day such as 2026-11-21, or a size. */
export interface Tally {
  label: string;
  waitlist: number;
  workshop: number;
}

const minDays = 30;

/** The facts of the site, and the numbers of the first screen. */
export const overviewRoutes =
  (context: DeskContext): FastifyPluginCallback =>
  (app, _options, done) => {
    const overview = createOverview(context);
    app.get('/api/site', () => context.facts);
    app.get('/api/overview', () => overview(new Date()));
    app.get('/api/events', { exposeHeadRoute: false }, (_request, reply) => {
      reply.hijack();
      reply.raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), 'content-type': 'text/event-stream' });
      context.live.follow(reply.raw);
    });
    done();
  };

function createOverview({ submissions, waitlist, outbox, facts, live }: DeskContext) {
  /** Counting reads every submission, so the counts are cached until one changes or the day ends. */
  let cached: { key: string; counts: ReturnType<typeof countSignUps> } | undefined;
  return async (now: Date) => {
    const key = `${live.submissionsVersion()} ${localDay(now)}`;
    if (cached?.key !== key) cached = { key, counts: countSignUps(await submissions.facts(), facts.sizes, now) };
    const depth = await outbox.depth();
    const inState = (state: 'due' | 'parked') => depth.filter((each) => each.state === state).reduce((sum, { count }) => sum + count, 0);
    return {
      ...cached.counts,
      seats: { capacity: facts.capacity, ...(await waitlist.counts()) },
      deliveries: { due: inState('due'), parked: inState('parked') },
    };
  };
}

/** Returns a day on the organizer's own calendar: 2026-11-21. */
export const localDay = (date: Date) => [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-');

const twoDigits = (number: number) => String(number).padStart(2, '0');

const daysLater = (date: Date, days: number) => new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);

/** Counts sign-ups by day and by system size. Held and quarantined submissions are not sign-ups. */
function countSignUps(rows: Awaited<ReturnType<Submissions['facts']>>, sizes: string[], now: Date) {
  const byDay = new Map<string, Tally>();
  const bySize = new Map(sizes.map((size) => [size, { label: size, waitlist: 0, workshop: 0 }]));
  const states = { accepted: 0, held: 0, quarantined: 0 };
  const total = { waitlist: 0, workshop: 0 };
  const dayOf = createDayLookup();
  for (const { receivedAt, formKind, state, systemSize } of rows) {
    states[state] += 1;
    if (state !== 'accepted') continue;
    total[formKind] += 1;
    tallyOf(byDay, dayOf(receivedAt))[formKind] += 1;
    tallyOf(bySize, systemSize)[formKind] += 1;
  }
  const on = (daysAgo: number) => {
    const { waitlist = 0, workshop = 0 } = byDay.get(localDay(daysLater(now, -daysAgo))) ?? {};
    return waitlist + workshop;
  };
  return {
    today: on(0),
    yesterday: on(1),
    week: Array.from({ length: 7 }, (_, daysAgo) => on(daysAgo)).reduce((sum, count) => sum + count),
    ...total,
    held: states.held,
    quarantined: states.quarantined,
    days: everyDay(byDay, now),
    sizes: [...bySize.values()],
  };
}

function tallyOf(tallies: Map<string, Tally>, label: string): Tally {
  const tally = tallies.get(label) ?? { label, waitlist: 0, workshop: 0 };
  tallies.set(label, tally);
  return tally;
}

/** Finds the day once for each quarter of an hour, the smallest step between time zones. */
function createDayLookup() {
  const known = new Map<string, string>();
  return (instant: string): string => {
    const quarter = `${instant.slice(0, 14)}${Math.floor(Number(instant.slice(14, 16)) / 15)}`;
    const day = known.get(quarter) ?? localDay(new Date(instant));
    known.set(quarter, day);
    return day;
  };
}

/** Returns each day from the first sign-up to today, at least 30, with the days without sign-ups. */
function everyDay(byDay: Map<string, Tally>, now: Date): Tally[] {
  const first = [...byDay.keys(), localDay(daysLater(now, 1 - minDays))].reduce((a, b) => (a < b ? a : b));
  const start = new Date(`${first}T00:00`);
  const days: Tally[] = [];
  for (let index = 0; ; index += 1) {
    const label = localDay(daysLater(start, index));
    days.push(byDay.get(label) ?? { label, waitlist: 0, workshop: 0 });
    if (label >= localDay(now)) return days;
  }
}
