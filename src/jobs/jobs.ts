import type { Logger } from 'pino';
import { heldFor } from '../intake/limits.ts';
import type { Erased } from '../store/retention.ts';
import type { Store } from '../store/store.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

export interface JobParts {
  store: Pick<Store, 'eraseOlder'>;
  settings: { retentionDays: number };
  now: () => Date;
  log: Pick<Logger, 'info' | 'error'>;
}

/** Erases what has been kept long enough, and held submissions that nobody confirmed. */
export function eraseOld({ store, settings, now }: Pick<JobParts, 'store' | 'settings' | 'now'>): Promise<Erased> {
  const before = (age: number) => new Date(now().getTime() - age);
  return store.eraseOlder({ data: before(settings.retentionDays * day), held: before(heldFor), now: now() });
}

/** Does the daily work: once soon after the start, and then each day. Several instances may do it at once; the second finds nothing left. */
export function startJobs(parts: JobParts): { stop(): void } {
  const run = () =>
    eraseOld(parts).then(
      (erased) => parts.log.info(erased, 'erased what was kept long enough'),
      (error: unknown) => parts.log.error({ err: error }, 'what was kept long enough could not be erased'),
    );
  const soon = setTimeout(run, minute);
  const daily = setInterval(run, day);
  return {
    stop() {
      clearTimeout(soon);
      clearInterval(daily);
    },
  };
}
