import { dayMs } from '../durations.ts';
import { Refused } from '../refused.ts';
import type { People } from './repository.ts';

/**
 * How far the clock may be ahead of the last daily erasure. After a longer downtime, the organizer has to confirm the clock.
 */
const maxDaysSinceErasing = 7;

/** How far the clock may be ahead of the newest submission, if no erasure was ever completed: a site may get no submission for weeks. */
const maxDaysSinceSubmission = 60;

/** Why nothing is erased: the clock is so far ahead of all stored times that erasing by it could erase everything. */
interface ClockDoubt {
  /** ISO 8601, UTC, as is `lastKnown`. */
  now: string;
  days: number;
  lastKnown: string;
  of: 'erasing' | 'submission';
}

/**
 * Returns how far the clock is ahead of the last erasure, or of the newest submission if none was ever completed, if that is too far.
 * The time of a build proves nothing, because the build may have been made with the same clock. Neither do submissions received since
 * `startedAt`.
 */
export async function findClockDoubt(
  people: Pick<People, 'findLastKnownTime'>,
  startedAt: Date,
  now: Date,
): Promise<ClockDoubt | undefined> {
  const known = await people.findLastKnownTime({ startedAt, now });
  if (!known) return undefined;
  const days = Math.floor((now.getTime() - known.at.getTime()) / dayMs);
  if (days < (known.of === 'erasing' ? maxDaysSinceErasing : maxDaysSinceSubmission)) return undefined;
  return { now: now.toISOString(), days, lastKnown: known.at.toISOString(), of: known.of };
}

/** Says what to fix. `formatMoment` formats an instant by the organizer's clock. */
export function clockDoubtText(
  { now, days, lastKnown, of }: ClockDoubt,
  formatMoment: (instant: string) => string = (instant) => instant,
): string {
  return (
    `the clock says ${formatMoment(now)}, ${days} days after the last known time (${formatMoment(lastKnown)}, ` +
    `${of === 'erasing' ? 'the last deletion of expired data' : 'the newest submission'}). If the clock is wrong, correct it and start the site ` +
    'again. If it is right, run "organizer erase-expired --yes" once'
  );
}

/** Throws Refused when nothing may be erased by this clock. */
export async function assertClockPlausible(people: Pick<People, 'findLastKnownTime'>, startedAt: Date, now: Date): Promise<void> {
  const doubt = await findClockDoubt(people, startedAt, now);
  if (doubt) throw new Refused(`Nothing was erased: ${clockDoubtText(doubt)}`);
}
