import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { minuteMs } from '../durations.ts';
import { outcomeOfFailure } from './retry-policy.ts';
import { ChannelClosed, NotNeeded, withTimeout, type Channel } from './channel.ts';
import { followHealth } from './channel-health.ts';
import { createChannelRecord } from './closed-channels.ts';
import type { LeasedDelivery, Outcome } from './queue.ts';
import type { OutboxRepository } from './repository.ts';

/** How often a worker looks for due deliveries if nobody wakes it. */
const pollMs = 1000;

/** How long a delivery belongs to one worker. If that worker dies, another one gets the delivery after this time. */
const leaseMs = minuteMs;

/** How long an outcome waits for others, so that one transaction records all of them. */
const batchMs = 10;

/** How long a stop waits for a database that cannot record the last outcomes. */
const lastOutcomesTimeoutMs = 5000;

export interface DeliveryWorkerParts {
  channels: Channel[];
  outbox: Pick<OutboxRepository, 'lease' | 'recordOutcomes' | 'closeChannel' | 'openChannel' | 'endBackoff' | 'findLastRetry'>;
  /** The organizer gets an email about a closed channel; undefined if nobody gets one. */
  organizerEmail?: string | undefined;
  now: () => Date;
  log: Pick<Logger, 'warn' | 'error'>;
}

/** Creates one worker for each channel, so that a slow channel does not delay the others; `start` runs them. */
export function createDeliveryWorkers({ channels, ...parts }: DeliveryWorkerParts) {
  const stopping = new AbortController();
  const workers = channels.map((channel) => createWorker(channel, parts, stopping.signal));
  let waking = new AbortController();
  let running: Promise<unknown> = Promise.resolve();

  async function run(worker: (typeof workers)[number]): Promise<void> {
    while (!stopping.signal.aborted) {
      // Read before the poll: a delivery that is enqueued after the last query of the poll would otherwise wait for a whole interval.
      const { signal } = waking;
      await worker.poll().catch((error: unknown) => parts.log.error({ err: error }, 'the outbox cannot be polled'));
      await sleep(pollMs, undefined, { signal }).catch(() => {});
    }
  }

  const deliveryWorkers = {
    /** Polls immediately: something was enqueued. */
    wake(): void {
      waking.abort();
      waking = new AbortController();
    },
    /** Delivers everything that is due now. Returns the number of attempts. */
    async drain(): Promise<number> {
      const counts = await Promise.all(workers.map((worker) => worker.poll()));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    start(): void {
      running = Promise.all(workers.map(run));
    },
    /**
     * Resolves once the attempts under way have ended and are recorded. If the database stays unavailable, they are not recorded, and made
     * again after their lease.
     */
    async stop(): Promise<void> {
      stopping.abort();
      deliveryWorkers.wake();
      await running;
      const deadline = performance.now() + lastOutcomesTimeoutMs;
      while (!workers.every((worker) => worker.isIdle()) && performance.now() < deadline) {
        await sleep(pollMs);
        await Promise.allSettled(workers.map((worker) => worker.poll()));
      }
      for (const channel of channels) channel.close?.();
    },
  };
  return deliveryWorkers;
}

/** A delivery that was not needed counts as delivered, but says nothing about the receiver. */
const wasSent = (outcome: Outcome) => outcome.outcome === 'delivered' && outcome.reason === undefined;

/**
 * Creates the worker of one channel: it leases due deliveries, sends them and records their outcomes. Once `stopping` is aborted it leases
 * nothing, and a poll that is under way resolves once its attempts are recorded.
 */
function createWorker(
  channel: Channel,
  { outbox, organizerEmail, now, log }: Omit<DeliveryWorkerParts, 'channels'>,
  stopping: AbortSignal,
) {
  /** The attempts that have not ended, by the ids of their deliveries. */
  const underWay = new Map<string, Promise<unknown>>();
  /** The outcomes that are not recorded yet. They outlive a poll: while the database is unavailable they wait here. */
  const outcomes: Outcome[] = [];
  const health = followHealth(now);
  const channelRecord = createChannelRecord(channel.name, { outbox, organizerEmail, now });
  let lastRetriedAt: string | undefined;

  async function attempt(delivery: LeasedDelivery): Promise<Outcome> {
    const { id, notBefore, attempts } = delivery;
    const earlyMs = notBefore.getTime() - now().getTime();
    if (earlyMs > 0) await sleep(earlyMs);
    if (stopping.aborted || health.state() === 'paused') return { id, outcome: 'released' };
    try {
      await withTimeout((signal) => channel.send(delivery, signal), channel.timeoutMs);
      health.recordSuccess();
      return { id, outcome: 'delivered', at: now() };
    } catch (error) {
      if (error instanceof NotNeeded) return { id, outcome: 'delivered', at: now(), reason: `not sent: ${error.message}` };
      health.recordFailure(error);
      if (error instanceof ChannelClosed) channelRecord.close(error.message);
      const failed: Outcome = { id, ...outcomeOfFailure(error as Error, delivery, now()) };
      log.warn({ delivery: id, channel: channel.name, attempts, outcome: failed.outcome }, 'a delivery failed');
      return failed;
    }
  }

  /** Leases as much as the channel's concurrency allows, but not before half of it is free: a transaction costs more than a delivery. */
  async function leaseDue(): Promise<void> {
    while (!stopping.aborted && health.state() !== 'paused') {
      const isProbing = health.state() === 'probing';
      if (underWay.size > (isProbing ? 0 : channel.concurrency / 2)) return;
      const limit = isProbing ? 1 : channel.concurrency - underWay.size;
      const leased = await outbox.lease({ channel: channel.name, limit, now: now(), leaseMs, spacingMs: channel.spacingMs ?? 0 });
      for (const delivery of leased) {
        const { id } = delivery;
        // Its lease ended during the attempt, as by a clock that was set ahead or on a machine that was suspended.
        if (underWay.has(id) || outcomes.some((outcome) => outcome.id === id)) continue;
        const running = attempt(delivery).then((outcome) => outcomes.push(outcome));
        underWay.set(id, running);
        void running.finally(() => underWay.delete(id));
      }
      if (leased.length < limit) return;
    }
  }

  /**
   * Ends the pause when an organizer has retried deliveries since the last poll. Each of many processes does so for itself: the receiver
   * gets one attempt from each, as after a pause that ended by itself.
   */
  async function followRetry(): Promise<void> {
    const retriedAt = await outbox.findLastRetry(channel.name);
    if (retriedAt !== lastRetriedAt) health.recordRetry();
    lastRetriedAt = retriedAt;
  }

  /** Records the outcomes so far, and what they say about the channel. Returns the number of outcomes. */
  async function recordOutcomes(): Promise<number> {
    const batch = outcomes.splice(0);
    try {
      if (batch.length > 0) await outbox.recordOutcomes(batch, now());
    } catch (error) {
      outcomes.unshift(...batch);
      throw error;
    }
    if (health.hasRecovered()) {
      // The receiver is back: deliveries that wait for their next attempt become due.
      await outbox.endBackoff(channel.name, now());
      health.forgetRecovery();
    }
    await channelRecord.write(health.state() === 'open' && batch.some(wasSent));
    return batch.length;
  }

  return {
    /** Delivers until nothing is due. Returns the number of attempts. Throws StoreUnavailable. */
    async poll(): Promise<number> {
      // First the outcomes that waited for the database: their leases may have ended, and the deliveries would be sent again.
      let total = await recordOutcomes();
      await followRetry();
      // While the receiver is down, one waiting delivery is tried from time to time.
      if (underWay.size === 0 && health.takeProbe()) await outbox.endBackoff(channel.name, now(), 1);
      for (;;) {
        await leaseDue();
        // What was enqueued meanwhile does not wait for a receiver that is slow with one delivery.
        if (underWay.size > 0) await Promise.race([...underWay.values(), sleep(pollMs, undefined, { ref: false })]);
        if (underWay.size > channel.concurrency / 2) await Promise.race([Promise.all(underWay.values()), sleep(batchMs)]);
        const recorded = await recordOutcomes();
        total += recorded;
        if (recorded === 0 && underWay.size === 0) return total;
      }
    },
    /** Whether no attempt is under way, and every outcome is recorded. */
    isIdle: (): boolean => underWay.size + outcomes.length === 0,
  };
}
