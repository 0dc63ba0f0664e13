import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ChannelBusy, ChannelClosed, NotNeeded, TryLater, Undeliverable, withTimeout } from './channel.ts';
import type { Channel } from './channel.ts';
import type { LeasedDelivery } from './leases.ts';
import type { NewDelivery, Outcome, OutboxRepository } from './repository.ts';

/** How long a delivery belongs to one worker. If that worker dies, another one gets the delivery after this time. */
const leaseMs = 60_000;

/** How long an outcome waits for others, so that one transaction records all of them. */
const batchMs = 10;

/** A delivery that failed for a day is dead-lettered: a person has to look. */
const giveUpAfterMs = 24 * 60 * 60 * 1000;

const maxBackoffMs = 30 * 60 * 1000;

/**
 * Returns how long to wait after a number of attempts: twice as long each time up to half an hour, and a random part between half of that and all of
 * it, so that deliveries that failed together are not retried together.
 */
export function backoffMs(attempts: number, random: () => number = Math.random): number {
  return Math.min(maxBackoffMs, 2000 * 2 ** (attempts - 1)) * (0.5 + random() / 2);
}

/** While nothing is delivered, one waiting delivery is tried this often, however long its own backoff is. */
const probeMs = 30_000;

export interface WorkerParts {
  outbox: Pick<OutboxRepository, 'lease' | 'recordOutcomes' | 'closeChannel' | 'openChannel' | 'endBackoff'>;
  now: () => Date;
  log: Pick<Logger, 'warn' | 'error'>;
  /** Returns the deliveries that notify the organizer of a closed channel. */
  noticesFor: (closed: { channel: string; reason: string }) => NewDelivery[];
}

/** Creates the worker of one channel: it leases due deliveries, sends them and records their outcomes. */
export function createWorker(channel: Channel, { outbox, now, log, noticesFor }: WorkerParts) {
  const attempts = new Set<Promise<unknown>>();
  /** The outcomes that are not recorded yet. They outlive a poll: while the database is unavailable they wait here. */
  const outcomes: Outcome[] = [];
  /** After a refusal of the channel: no attempt before `untilMs`, and then single attempts until one succeeds. */
  let pause: { untilMs: number } | undefined;
  /** Why the channel is closed, until that is recorded. */
  let closedReason: string | undefined;
  /** An earlier process may have recorded a closure; the first success of this process lifts it. */
  let recordedState: 'open' | 'closed' | 'unknown' = 'unknown';
  /** Since when attempts fail for a reason that may concern every delivery. An earlier process may have left a queue that waits. */
  let failingSinceMs: number | undefined = 0;
  let hasRecovered = false;
  let probeAtMs = now().getTime() + probeMs;
  const stopping = new AbortController();

  const isPaused = () => pause !== undefined && pause.untilMs > now().getTime();
  const pauseFor = (seconds: number) => (pause = { untilMs: now().getTime() + Math.min(seconds * 1000, giveUpAfterMs) });

  async function attempt({ id, notBefore, tryingSince, ...leased }: LeasedDelivery): Promise<Outcome> {
    const early = notBefore.getTime() - now().getTime();
    if (early > 0) await sleep(early);
    if (stopping.signal.aborted || isPaused()) return { id, outcome: 'released' };
    try {
      await withTimeout((signal) => channel.send({ key: id, ...leased }, signal), channel.timeoutMs);
      if (!isPaused()) pause = undefined;
      // One delivery that fails among others that succeed says nothing about them.
      hasRecovered ||= failingSinceMs !== undefined && now().getTime() - failingSinceMs >= probeMs;
      failingSinceMs = undefined;
      return { id, outcome: 'delivered', at: now() };
    } catch (error) {
      if (error instanceof NotNeeded) return { id, outcome: 'delivered', at: now(), note: `not sent: ${error.message}` };
      const failed: Outcome = { id, ...outcomeOf(error as Error, leased.attempts, Date.parse(tryingSince)) };
      log.warn({ delivery: id, channel: channel.name, attempts: leased.attempts, outcome: failed.outcome }, 'a delivery failed');
      return failed;
    }
  }

  function outcomeOf(error: Error, attemptCount: number, tryingSince: number) {
    if (error instanceof Undeliverable) return { outcome: 'parked', error: error.message } as const;
    if (error instanceof ChannelClosed) {
      pauseFor(error.probeAfterSeconds);
      closedReason = error.message;
      return { outcome: 'released', error: error.message } as const;
    }
    if (error instanceof ChannelBusy) pauseFor(error.retryAfterSeconds);
    // A receiver that names a time is not down.
    if (failingSinceMs === undefined && !(error instanceof TryLater && error.retryAfterSeconds !== undefined)) {
      failingSinceMs = now().getTime();
      probeAtMs = failingSinceMs + probeMs;
    }
    const backoff = backoffMs(attemptCount);
    if (now().getTime() + backoff - tryingSince > giveUpAfterMs)
      return { outcome: 'parked', error: `gave up after a day: ${error.message}` } as const;
    // Not before the receiver's time, but not each second for a day either if it always asks for one second.
    const askedMs = error instanceof TryLater ? Math.min((error.retryAfterSeconds ?? 0) * 1000, giveUpAfterMs) : 0;
    return { outcome: 'retry', at: new Date(now().getTime() + Math.max(askedMs, backoff)), error: error.message } as const;
  }

  /** Leases as much as the channel's concurrency allows, but not before half of it is free: a transaction costs more than a delivery. */
  async function leaseDue(): Promise<void> {
    while (!stopping.signal.aborted && !isPaused() && attempts.size <= (pause ? 0 : channel.concurrency / 2)) {
      const limit = pause ? 1 : channel.concurrency - attempts.size;
      const leased = await outbox.lease({ channel: channel.name, limit, now: now(), leaseMs, spacingMs: channel.spacingMs ?? 0 });
      for (const delivery of leased) {
        const running = attempt(delivery).then((outcome) => outcomes.push(outcome));
        attempts.add(running);
        void running.finally(() => attempts.delete(running));
      }
      if (leased.length < limit) return;
    }
  }

  /** Tries one waiting delivery from time to time while the receiver is down. */
  async function probe(): Promise<void> {
    if (failingSinceMs === undefined || isPaused() || attempts.size > 0 || now().getTime() < probeAtMs) return;
    probeAtMs = now().getTime() + probeMs;
    await outbox.endBackoff(channel.name, now(), 1);
  }

  async function recordOutcomes(): Promise<number> {
    const batch = outcomes.splice(0);
    try {
      if (batch.length > 0) await outbox.recordOutcomes(batch, now());
    } catch (error) {
      outcomes.unshift(...batch);
      throw error;
    }
    if (hasRecovered) {
      // The receiver is back: what waits for its next attempt need not wait any longer.
      await outbox.endBackoff(channel.name, now());
      hasRecovered = false;
    }
    if (closedReason !== undefined) {
      const notices = noticesFor({ channel: channel.name, reason: closedReason });
      await outbox.closeChannel({ channel: channel.name, now: now(), notices });
      closedReason = undefined;
      recordedState = 'closed';
    } else if (recordedState !== 'open' && !pause && batch.some(({ outcome }) => outcome === 'delivered')) {
      await outbox.openChannel(channel.name, now());
      recordedState = 'open';
    }
    return batch.length;
  }

  return {
    /** Delivers until nothing is due. Returns the number of attempts. Throws StoreUnavailable. */
    async poll(): Promise<number> {
      await probe();
      for (let total = 0; ;) {
        await leaseDue();
        if (attempts.size > 0) await Promise.race(attempts);
        if (attempts.size > channel.concurrency / 2) await Promise.race([Promise.all(attempts), sleep(batchMs)]);
        const recorded = await recordOutcomes();
        total += recorded;
        if (recorded === 0 && attempts.size === 0) return total;
      }
    },
    /** Leases nothing more. A poll that is under way resolves once its attempts are recorded. */
    stop(): void {
      stopping.abort();
    },
  };
}
