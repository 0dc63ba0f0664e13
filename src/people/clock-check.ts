import { dayMs } from '../durations.ts';
import type { People } from './repository.ts';

/**
 * How far the clock may be ahead of the last erasing, which is each day. After a longer downtime, the organizer has to confirm the clock.
 */
const maxDaysSinceErasing = 7;

/** How far the clock may be ahead of the newest submission, if erasing has never completed: a site may get no submission for weeks. */
const maxDaysSinceSubmission = 60;

/** The clock is so far ahead of all stored times that erasing by this clock could erase everything. The message says what to fix. */
export class ClockInDoubt extends Error {
  override name = 'ClockInDoubt';
}

/**
 * Throws ClockInDoubt when the clock is far ahead of the last erasing, or of the newest submission if erasing has never completed. The time
 * of a build proves nothing, because the build may have been made with the same clock. Neither do submissions received since `startedAt`.
 */
export async function assertClockPlausible(people: Pick<People, 'lastKnownTime'>, startedAt: Date, now: Date): Promise<void> {
  const known = await people.lastKnownTime({ startedAt, now });
  if (!known) return;
  const days = Math.floor((now.getTime() - known.at.getTime()) / dayMs);
  if (days < (known.of === 'erasing' ? maxDaysSinceErasing : maxDaysSinceSubmission)) return;
  throw new ClockInDoubt(
    `Nothing was erased: the clock says ${now.toISOString()}, ${days} days after the last known time (${known.at.toISOString()}, ` +
      `${known.of === 'erasing' ? 'the last erasing of expired data' : 'the newest submission'}). If the clock is wrong, correct it and start the site ` +
      'again. If it is right, run "organizer erase-expired --yes" once',
  );
}
