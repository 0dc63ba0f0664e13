import type { Logger } from 'pino';
import type { Content } from '../content/content.ts';
import { dayMs, minuteMs } from '../durations.ts';
import { assertClockPlausible } from '../people/clock-check.ts';
import { eraseExpired } from '../people/erase-expired.ts';
import { assignWaiting, lapseInvitations, remindOfHouseFacts } from '../retreats/jobs.ts';
import type { InvitationSettings } from '../retreats/repository/seats.ts';
import { enqueueDigests } from '../submissions/digest.ts';
import { enqueueReminders } from '../workshops/reminders.ts';
import type { Store } from './open-store.ts';
import type { Settings } from './settings.ts';

interface JobParts {
  store: Store;
  content: Content;
  invitationSettings: InvitationSettings;
  settings: Pick<Settings, 'dataDir' | 'retentionDays' | 'alumnaeRetentionDays' | 'organizerEmail'>;
  now: () => Date;
}

/**
 * Returns the jobs of each minute by their names in the log. Each resolves to true if it may have enqueued a delivery. Several instances
 * can run them simultaneously: the database ensures that each effect happens once.
 */
export const minuteJobs = ({ store, content, invitationSettings, settings, now }: JobParts): Record<string, () => Promise<boolean>> => ({
  'reminding of workshops': () => enqueueReminders(store.workshops, content, now()),
  'enqueuing the digest': () => enqueueDigests(store, content, settings, now()),
  'ending expired invitations': () => lapseInvitations(store.waitlist, invitationSettings, now()),
  'reminding of house facts': () => remindOfHouseFacts(store.waitlist, content, now()),
  'assigning founders to the next retreat': async () => {
    await assignWaiting(store.waitlist, content, now());
    return false;
  },
});

interface SchedulerParts extends JobParts {
  /** Called when a job may have enqueued a delivery. */
  wakeWorkers: () => void;
  /** Compares what the provider holds with what was delivered, until the signal aborts; undefined if there is no provider. */
  readBack: ((signal: AbortSignal) => Promise<void>) | undefined;
  log: Pick<Logger, 'info' | 'error'>;
}

/**
 * Runs the minute jobs immediately and then every minute; erases expired data one minute after the start and then every day. A job that
 * fails stops no other one.
 */
export function startScheduler({ wakeWorkers, readBack, log, ...parts }: SchedulerParts) {
  const startedAt = parts.now();
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const job = (name: string, run: () => Promise<void>) => () => {
    const current: Promise<void> = run()
      .catch((error: unknown) => log.error({ err: error }, `${name} failed`))
      .finally(() => running.delete(current));
    running.add(current);
  };
  const minuteRuns = Object.entries(minuteJobs(parts)).map(([name, run]) =>
    job(name, async () => {
      if (await run()) wakeWorkers();
    }),
  );
  const everyMinute = () => minuteRuns.forEach((run) => run());
  const readBackEveryMinute = job('reading back from the provider', async () => readBack?.(stopping.signal));
  const everyDay = job('erasing expired data', async () => {
    const { store, settings, content, now } = parts;
    await assertClockPlausible(store.people, startedAt, now());
    log.info(await eraseExpired(store, settings, content, now()), 'erased expired data');
  });
  const timers = [
    setTimeout(everyDay, minuteMs),
    setInterval(everyDay, dayMs),
    setInterval(everyMinute, minuteMs),
    setInterval(readBackEveryMinute, minuteMs),
  ];
  everyMinute();
  return {
    /** Resolves when the running jobs have ended. */
    async stop(): Promise<void> {
      for (const timer of timers) clearTimeout(timer);
      stopping.abort();
      await Promise.all(running);
    },
  };
}
