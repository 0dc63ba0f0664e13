import type { Logger } from 'pino';
import { dayMs, hourMs, minuteMs, wrongClockMs } from '../durations.ts';
import type { Submission } from '../forms/submission.ts';
import { maxWaitMs } from './backoff.ts';
import { ChannelBusy, Undeliverable } from './channel.ts';
import type { ReadBack } from './channels/keap-read-back.ts';
import type { Compared, DeliveredSubmission, ReadBackCursor } from './drift.ts';
import type { OutboxRepository } from './repository.ts';

/** At five in the morning, UTC, which is midnight in Texas or an hour earlier, and at least an hour before the daily digest. */
const startsAfterMidnightMs = 5 * hourMs;

/** How many contacts are read in a minute: with the deliveries of that minute they stay below what the provider allows. */
const perMinute = 20;

/** How long one instance has a batch to itself; if it dies, another one continues after this time. */
const batchMs = 5 * minuteMs;

interface ReadBackParts {
  outbox: Pick<OutboxRepository, 'findReadBackCursor' | 'claimReadBack' | 'listDeliveredAfter' | 'recordReadBack'>;
  readBack: ReadBack;
  now: () => Date;
  log: Pick<Logger, 'warn'>;
}

/**
 * Returns the job that runs every minute: each night it compares the data that was delivered to the provider's API since the night before,
 * a few contacts at a time. It resolves after the contact that is being read once its signal aborts; the next run continues with the others.
 */
export function createReadBackJob({ outbox, readBack, now, log }: ReadBackParts) {
  /** The deliveries whose contacts could not be read in earlier runs, and are to be read again. */
  const failedBefore = new Set<string>();

  // Not the message: it quotes the provider, which may name the founder.
  const warn = (delivery: string, error: unknown) =>
    log.warn({ delivery, problem: (error as Error).name }, 'a contact cannot be read back from the provider');

  /** Returns the missing data. If no attempt can succeed, nothing is known to be missing: the other deliveries must not wait for it. */
  const missingData = (deliveryId: string, submission: Submission) =>
    readBack(submission).catch((error: unknown) => {
      if (!(error instanceof Undeliverable)) throw error;
      warn(deliveryId, error);
      return undefined;
    });

  /** Records that a contact cannot be read now. Returns how long to wait: as long as the provider asks, or a few minutes. */
  function pauseAfter(deliveryId: string, error: unknown): number {
    warn(deliveryId, error);
    if (error instanceof ChannelBusy) return Math.min(error.retryAfterSeconds * 1000, maxWaitMs);
    failedBefore.add(deliveryId);
    return batchMs;
  }

  /**
   * Returns the missing data of the first deliveries, up to one that cannot be read now, and how long to wait in that case. A contact that
   * failed is read again only after another one that never did, which shows that the provider is up: if it fails again then, the provider
   * cannot read this one, and it is left out. If every contact failed, all are read again in an hour.
   */
  async function compare(deliveries: DeliveredSubmission[], signal: AbortSignal): Promise<{ compared: Compared[]; pauseMs: number }> {
    const compared: Compared[] = [];
    if (deliveries.some(({ deliveryId }) => failedBefore.has(deliveryId))) {
      const other = deliveries.find(({ deliveryId }) => !failedBefore.has(deliveryId));
      if (!other) {
        failedBefore.clear();
        return { compared, pauseMs: hourMs };
      }
      try {
        await missingData(other.deliveryId, other.submission);
      } catch (error) {
        return { compared, pauseMs: pauseAfter(other.deliveryId, error) };
      }
    }
    for (const { submission, ...delivery } of deliveries.slice(0, perMinute)) {
      if (signal.aborted) break;
      try {
        compared.push({ ...delivery, problem: await missingData(delivery.deliveryId, submission) });
      } catch (error) {
        const isUnreadable = failedBefore.has(delivery.deliveryId) && !(error instanceof ChannelBusy);
        const pauseMs = pauseAfter(delivery.deliveryId, error);
        if (!isUnreadable) return { compared, pauseMs };
        compared.push({ ...delivery, problem: undefined });
      }
      failedBefore.delete(delivery.deliveryId);
    }
    return { compared, pauseMs: 0 };
  }

  return async (signal: AbortSignal): Promise<void> => {
    const night = new Date(Math.floor((now().getTime() - startsAfterMidnightMs) / dayMs) * dayMs + startsAfterMidnightMs);
    const dayBefore = { deliveredAt: new Date(night.getTime() - dayMs).toISOString(), deliveryId: '' };
    const cursorNow = async () => {
      const cursor = await outbox.findReadBackCursor();
      const isAhead = cursor !== undefined && Date.parse(cursor.deliveredAt) > now().getTime() + wrongClockMs;
      return isAhead ? dayBefore : (cursor ?? dayBefore);
    };
    const end: ReadBackCursor = { deliveredAt: night.toISOString(), deliveryId: '' };
    if ((await cursorNow()).deliveredAt >= end.deliveredAt) return;
    if (!(await outbox.claimReadBack(now(), new Date(now().getTime() + batchMs)))) return;
    // Another instance may have moved it before the claim.
    const cursor = await cursorNow();
    // With those that failed before, however many they are, so that they hold up no other.
    const deliveries = await outbox.listDeliveredAfter(cursor, end.deliveredAt, failedBefore.size + perMinute);
    const { compared, pauseMs } = await compare(deliveries, signal);
    const isDone = compared.length === deliveries.length && deliveries.length < perMinute;
    const next = isDone ? end : (compared.at(-1) ?? cursor);
    await outbox.recordReadBack(compared, { cursor: next, now: now(), resumeAt: new Date(now().getTime() + pauseMs) });
  };
}
