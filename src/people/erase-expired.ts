import type { Content } from '../content/content.ts';
import { dayMs } from '../durations.ts';
import { removeMailFiles } from '../mail/file-transport.ts';
import { eraseHouseFacts, type HouseFactsStore } from '../retreats/jobs.ts';
import { retreatsKeptFor } from '../retreats/kept-retreats.ts';
import { confirmationLifetimeMs } from '../submissions/limits.ts';
import type { People } from './repository.ts';

interface Store extends HouseFactsStore {
  people: Pick<People, 'eraseOlderThan' | 'recordErasing'>;
}

/**
 * Erases everything that is no longer kept, each day:
 * - Submissions older than `retentionDays`, and submissions whose link was not used in time, with their deliveries, their entries on
 *   waitlists and everything else that is stored about them. The data of a founder with a seat is kept until the retreat is over, and until
 *   `alumnaeRetentionDays` after it if the founder asked for that.
 * - Other deliveries older than `retentionDays`. The emails of erased deliveries that were written to files are deleted as well.
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
    keptRetreats: retreatsKeptFor(0, content, now),
    alumnaeRetreats: retreatsKeptFor(alumnaeRetentionDays, content, now),
    removeMails: (deliveries) => removeMailFiles(dataDir, deliveries),
  });
  await store.people.recordErasing(now);
  return { ...erased, houseFacts: await eraseHouseFacts(store, content, now) };
}
