import { basename } from 'node:path';
import type { Content } from '../content/content.ts';
import { retreatZone } from '../content/format.ts';
import { dayAt, daysBetween, lastDayOf } from '../content/schedule.ts';
import { dayMs } from '../durations.ts';
import { removeMailFiles } from '../mail/file-transport.ts';
import { confirmationLifetimeMs } from '../submissions/limits.ts';
import type { People } from './repository.ts';

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
