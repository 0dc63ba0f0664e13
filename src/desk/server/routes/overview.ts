import type { FastifyInstance } from 'fastify';
import { endings } from '../../../content/endings.ts';
import { featuredRetreat, isRetreatOver } from '../../../content/retreat-schedule.ts';
import { dayAfter, dayAt, instantOf } from '../../../content/zoned-time.ts';
import { systemSizes } from '../../../forms/fields.ts';
import { findClockDoubt } from '../../../people/clock-check.ts';
import type { Submissions } from '../../../submissions/repository.ts';
import type { DeskContext } from '../context.ts';
import { listStillWaiting } from './move-along.ts';
import { listWorkshopTasks } from './workshop-tasks.ts';

export type Overview = Awaited<ReturnType<typeof readOverview>>;

/** How many sign-ups one day or one system size has. `label` is a day such as 2026-11-21, or a size. */
export interface Tally {
  label: string;
  waitlist: number;
  workshop: number;
}

const minDays = 30;

/**
 * Before this day there was no site: a sign-up of an earlier day was recorded while the machine's clock was wrong. It counts on the first day
 * of the others, since the charts would otherwise have a bar for each month since 1970.
 */
const firstPossibleDay = '2020-01-01';

/** Of how many deliveries with missing data at the provider the founders are shown by name. */
const driftedShown = 5;

/** The facts of the site, and the numbers of the first screen. */
export function overviewRoutes(app: FastifyInstance, context: DeskContext): void {
  const readCounts = cacheCounts(context);
  app.get('/api/site', ({ organizer }) => ({ ...context.facts(), signedIn: organizer }));
  app.get('/api/overview', async () => readOverview(context, await readCounts(context.now()), context.now()));
  app.get('/api/events', { exposeHeadRoute: false }, ({ organizer }, reply) => {
    // Nothing may happen for hours.
    reply.raw.setTimeout(0);
    reply.hijack();
    reply.raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), 'content-type': 'text/event-stream' });
    context.live.follow(reply.raw, organizer?.sessionId);
  });
}

type SignUpCounts = ReturnType<typeof countSignUps>;

/** Returns a function that counts the sign-ups. Counting reads all of them, so the counts are kept until one changes or the day ends. */
function cacheCounts({ submissions, database, timeZone }: DeskContext): (now: Date) => Promise<SignUpCounts> {
  let cached: { key: string; counts: SignUpCounts } | undefined;
  return async (now) => {
    const key = `${(await database.readChangeToken()).submissions} ${dayAt(now, timeZone)}`;
    if (cached?.key !== key) cached = { key, counts: countSignUps(await submissions.listForCounts(), { now, timeZone }) };
    return cached.counts;
  };
}

async function readOverview(context: DeskContext, counts: SignUpCounts, now: Date) {
  const { waitlist, outbox, people, content } = context;
  const featured = featuredRetreat(content().retreats, now);
  const { capacity } = featured.facts;
  const { accepted, invited, waiting } = await waitlist.countByState(featured.slug);
  const closed = await waitlist.listClosedRetreats();
  return {
    ...counts,
    stillWaiting: await listStillWaiting(context, now),
    workshopTasks: await listWorkshopTasks(context, now),
    endings: endings(content(), now, ({ inDesk }) => `${inDesk} under Pages`),
    clockDoubt: await findClockDoubt(people, now, now),
    seats: { capacity, accepted, invited, waiting },
    /** The free seats of a retreat that is neither over nor closed, including one with `afterwards: keep`. */
    seatsToOffer: isRetreatOver(featured, now) || closed.has(featured.slug) ? 0 : Math.max(0, capacity - accepted - invited),
    failing: await outbox.listFailing(now),
    drifted: await outbox.countDrifted(),
    /** The first of the drifted deliveries, of which the founders are shown by name. */
    firstDrifted: await outbox.listDrifted(driftedShown),
    parked: await outbox.count('parked'),
  };
}

/** The current instant, and the IANA time zone of the days. */
interface Calendar {
  now: Date;
  timeZone: string;
}

/** Counts sign-ups by day and by system size. Held and quarantined submissions are not sign-ups. */
function countSignUps(rows: Awaited<ReturnType<Submissions['listForCounts']>>, calendar: Calendar) {
  const accepted = rows.filter(({ state }) => state === 'accepted').toSorted((a, b) => (a.receivedAt < b.receivedAt ? -1 : 1));
  const days = createDays(accepted.find(({ receivedAt }) => receivedAt >= firstPossibleDay)?.receivedAt, calendar);
  let day = 0;
  const bySize = new Map(systemSizes.map((size) => [size, { label: size, waitlist: 0, workshop: 0 }]));
  for (const { receivedAt, formKind, systemSize } of accepted) {
    // Reading the calendar for each of very many instants would take a second.
    while (day < days.length - 1 && days[day + 1]!.start <= receivedAt) day += 1;
    days[day]![formKind] += 1;
    const size = bySize.get(systemSize) ?? { label: systemSize, waitlist: 0, workshop: 0 };
    size[formKind] += 1;
    bySize.set(systemSize, size);
  }
  return {
    held: rows.filter(({ state }) => state === 'held').length,
    quarantined: rows.filter(({ state }) => state === 'quarantined').length,
    days: days.map(({ label, waitlist, workshop }): Tally => ({ label, waitlist, workshop })),
    sizes: [...bySize.values()],
  };
}

/** Returns each day from the first sign-up to today, at least 30. `start` is its first instant: ISO 8601, UTC. */
function createDays(firstSignUp: string | undefined, { now, timeZone }: Calendar) {
  const today = dayAt(now, timeZone);
  const minimum = dayAfter(today, 1 - minDays);
  const first = firstSignUp ? dayAt(new Date(firstSignUp), timeZone) : today;
  const days: (Tally & { start: string })[] = [];
  for (let day = first < minimum ? first : minimum; day <= today; day = dayAfter(day, 1))
    days.push({ label: day, start: instantOf(day, '00:00', timeZone).toISOString(), waitlist: 0, workshop: 0 });
  return days;
}
