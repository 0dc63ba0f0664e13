import { removeMailFiles } from '../mail/file-transport.ts';
import { confirmationLifetimeMs } from '../submissions/limits.ts';
import type { People } from './repository.ts';

const dayMs = 24 * 60 * 60_000;

/** Erases data older than the retention period, and submissions that were not confirmed in time. Returns how many. */
export async function eraseExpired(
  people: Pick<People, 'eraseOlderThan'>,
  { retentionDays, dataDir }: { retentionDays: number; dataDir: string },
  now: Date,
) {
  const ago = (ageMs: number) => new Date(now.getTime() - ageMs);
  const { deliveries, ...erased } = await people.eraseOlderThan({
    data: ago(retentionDays * dayMs),
    held: ago(confirmationLifetimeMs),
    now,
  });
  await removeMailFiles(dataDir, deliveries);
  return erased;
}
