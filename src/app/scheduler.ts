import type { Logger } from 'pino';
import type { Content } from '../content/content.ts';
import type { SeatRules } from '../retreats/repository/seats.ts';
import type { Store } from './open-store.ts';
import { digestDays } from '../submissions/digest.ts';
import { eraseOld } from '../people/jobs.ts';
import { endInvitations } from '../retreats/jobs.ts';
import { remind } from '../workshops/jobs.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

export interface JobParts {
  store: Store;
  content: Content;
  rules: SeatRules;
  settings: { dataDir: string; retentionDays: number; organizerEmail: string | undefined };
  /** Told when something was written down for the outbox. */
  stored: () => void;
  now: () => Date;
  log: Pick<Logger, 'info' | 'error'>;
}

export interface Jobs {
  /** Resolves when what is under way has ended. */
  stop(): Promise<void>;
}

/**
 * Does what the clock asks for: reminders and the organizer's digest each minute, erasing soon after the start and then each day. Several instances
 * may do it at once; the store lets each thing happen once.
 */
export function startJobs(parts: JobParts): Jobs {
  const running = new Set<Promise<void>>();
  const attempt = (what: string, work: () => Promise<unknown>) => () => {
    const run: Promise<void> = work()
      .catch((error: unknown) => parts.log.error({ err: error }, `${what} failed`))
      .then(() => void running.delete(run));
    running.add(run);
  };
  const eachMinute = attempt('reminding', async () => {
    const written = [await remind(parts), await digestDays(parts), await endInvitations(parts)];
    if (written.some(Boolean)) parts.stored();
  });
  const eachDay = attempt('erasing what was kept long enough', async () =>
    parts.log.info(await eraseOld(parts), 'erased what was kept long enough'),
  );
  const timers = [setTimeout(eachDay, minute), setInterval(eachDay, day), setInterval(eachMinute, minute)];
  eachMinute();
  return {
    async stop() {
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
