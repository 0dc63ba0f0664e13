import { basename } from 'node:path';
import type { Content } from '../content/content.ts';
import { retreatZone } from '../content/format.ts';
import { dayAt, daysBetween, lastDayOf } from '../content/schedule.ts';
import { dayMs } from '../durations.ts';
import { removeMailFiles } from '../mail/file-transport.ts';
import { confirmationLifetimeMs } from '../submissions/limits.ts';
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

/**
 * Returns the retreats whose accepted founders are kept at an instant: retreats to come and drafts, whose days are not known; and, for
 * founders who asked to be kept among the alumnae, the retreats that ended within `alumnaeRetentionDays`.
 */
function retreatsToKeep(
  { retreats, drafts }: Pick<Content, 'retreats' | 'drafts'>,
  alumnaeRetentionDays: number,
  now: Date,
): { keptRetreats: string[]; alumnaeRetreats: string[] } {
  const today = dayAt(now, retreatZone);
  const endedWithin = (days: number) =>
    retreats.filter((retreat) => daysBetween(lastDayOf(retreat), today) <= days).map(({ slug }) => slug);
  return {
    keptRetreats: [...endedWithin(0), ...drafts.map(({ path }) => basename(path))],
    alumnaeRetreats: endedWithin(alumnaeRetentionDays),
  };
}

/**
 * Erases data older than the retention period, and submissions that were not confirmed in time. The data of a founder with a seat is kept
 * until the retreat is over, and until `alumnaeRetentionDays` after it if the founder asked for that. Returns the numbers of erased
 * submissions.
 */
export async function eraseExpired(
  people: Pick<People, 'eraseOlderThan' | 'recordErasing'>,
  { retentionDays, alumnaeRetentionDays, dataDir }: { retentionDays: number; alumnaeRetentionDays: number; dataDir: string },
  content: Pick<Content, 'retreats' | 'drafts'>,
  now: Date,
) {
  const ago = (ageMs: number) => new Date(now.getTime() - ageMs);
  const erased = await people.eraseOlderThan({
    data: ago(retentionDays * dayMs),
    held: ago(confirmationLifetimeMs),
    now,
    ...retreatsToKeep(content, alumnaeRetentionDays, now),
    removeMails: (deliveries) => removeMailFiles(dataDir, deliveries),
  });
  await people.recordErasing(now);
  return erased;
}
