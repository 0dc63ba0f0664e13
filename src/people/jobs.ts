import { heldFor } from '../submissions/limits.ts';
import { removeMails } from '../mail/mail-folder.ts';
import type { JobParts } from '../app/scheduler.ts';

const day = 24 * 60 * 60_000;

/** Erases what has been kept long enough, and held submissions that nobody confirmed. */
export async function eraseOld({ store, settings, now }: Pick<JobParts, 'store' | 'settings' | 'now'>) {
  const before = (age: number) => new Date(now().getTime() - age);
  const { deliveries, ...erased } = await store.people.eraseOlderThan({
    data: before(settings.retentionDays * day),
    held: before(heldFor),
    now: now(),
  });
  await removeMails(settings.dataDir, deliveries);
  return erased;
}
