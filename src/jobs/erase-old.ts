import { heldFor } from '../intake/limits.ts';
import type { Erased } from '../store/retention.ts';
import type { JobParts } from './jobs.ts';

const day = 24 * 60 * 60_000;

/** Erases what has been kept long enough, and held submissions that nobody confirmed. */
export function eraseOld({ store, settings, now }: Pick<JobParts, 'store' | 'settings' | 'now'>): Promise<Erased> {
  const before = (age: number) => new Date(now().getTime() - age);
  return store.eraseOlder({ data: before(settings.retentionDays * day), held: before(heldFor), now: now() });
}
