import { basename } from 'node:path';
import type { Content } from '../content/content.ts';
import { retreatZone } from '../content/format.ts';
import { lastDayOfRetreat } from '../content/retreat-schedule.ts';
import { dayAt, daysBetween } from '../content/zoned-time.ts';
import { dayMs } from '../durations.ts';
import { removeMailFiles } from '../mail/file-transport.ts';
import { eraseHouseFacts, type HouseFactsStore } from '../retreats/jobs.ts';
import { confirmationLifetimeMs } from '../submissions/limits.ts';
import type { People } from './repository.ts';

/**
 * Returns the retreats whose accepted founders are kept at an instant: retreats to come and undated ones, whose days are not known; and,
 * for founders who asked to be kept among the alumnae, the retreats that ended within `alumnaeRetentionDays`.
 */
function retreatsToKeep(
  { retreats, undated }: Pick<Content, 'retreats' | 'undated'>,
  alumnaeRetentionDays: number,
  now: Date,
): { keptRetreats: string[]; alumnaeRetreats: string[] } {
  const today = dayAt(now, retreatZone);
  const endedWithin = (days: number) =>
    retreats.filter((retreat) => daysBetween(lastDayOfRetreat(retreat), today) <= days).map(({ slug }) => slug);
  return {
    keptRetreats: [...endedWithin(0), ...undated.map(({ path }) => basename(path))],
    alumnaeRetreats: endedWithin(alumnaeRetentionDays),
  };
}

interface Store extends HouseFactsStore {
  people: Pick<People, 'eraseOlderThan' | 'recordErasing'>;
}

/**
 * Erases everything that is no longer kept, each day:
 * - Submissions older than `retentionDays`, and submissions whose link was not used in time, with their deliveries, their entries on
 *   waitlists and everything else that is stored about them. The data of a founder with a seat is kept until the retreat is over, and until
 *   `alumnaeRetentionDays` after it if the founder asked for that.
 * - Other deliveries older than `retentionDays`. The mails of erased deliveries that were written to files are deleted as well.
 * - Suppressions older than `retentionDays` of addresses without a submission.
 * - Expired links, spent proofs and cooldowns.
 * - House facts, 30 days after their retreat.
 *
 * Returns the numbers of erased submissions, of submissions that were not confirmed, and of founders whose house facts were erased.
 */
export async function eraseExpired(
  store: Store,
  { retentionDays, alumnaeRetentionDays, dataDir }: { retentionDays: number; alumnaeRetentionDays: number; dataDir: string },
  content: Pick<Content, 'retreats' | 'undated'>,
  now: Date,
) {
  const ago = (ageMs: number) => new Date(now.getTime() - ageMs);
  const erased = await store.people.eraseOlderThan({
    dataBefore: ago(retentionDays * dayMs),
    heldBefore: ago(confirmationLifetimeMs),
    now,
    ...retreatsToKeep(content, alumnaeRetentionDays, now),
    removeMails: (deliveries) => removeMailFiles(dataDir, deliveries),
  });
  await store.people.recordErasing(now);
  return { ...erased, houseFacts: await eraseHouseFacts(store, content, now) };
}
