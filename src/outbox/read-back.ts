import type { Logger } from 'pino';
import { dayMs, hourMs, minuteMs, wrongClockMs } from '../durations.ts';
import type { Submission } from '../forms/submission.ts';
import { maxWaitMs } from './backoff.ts';
import { ChannelBusy, Undeliverable } from './channel.ts';
import type { ReadBack } from './channels/keap-read-back.ts';
import type { Compared, ReadBackCursor } from './drift.ts';
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
  /** The deliveries whose contacts could not be read in earlier runs, since the last one that could. */
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

  /**
   * Returns the missing data of each delivery, up to the first that cannot be read now, and how long to wait in that case. A contact that
   * fails again, while a later one can be read, is left out: the provider is up, and cannot read this one. If no later one can be read, all
   * are read again in an hour.
   */
  async function compare(batch: Awaited<ReturnType<typeof outbox.listDeliveredAfter>>, signal: AbortSignal) {
    const compared: Compared[] = [];
    let failing: Compared[] = [];
    for (const { submission, ...delivery } of batch) {
      if (signal.aborted) break;
      try {
        const problem = await missingData(delivery.deliveryId, submission);
        compared.push(...failing, { ...delivery, problem });
        failing = [];
        failedBefore.clear();
      } catch (error) {
        warn(delivery.deliveryId, error);
        if (error instanceof ChannelBusy) return { compared, pauseMs: Math.min(error.retryAfterSeconds * 1000, maxWaitMs) };
        if (!failedBefore.has(delivery.deliveryId)) {
          failedBefore.add(delivery.deliveryId);
          return { compared, pauseMs: batchMs };
        }
        failing.push({ ...delivery, problem: undefined });
      }
    }
    return { compared, pauseMs: failing.length > 0 ? hourMs : 0 };
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
    const batch = await outbox.listDeliveredAfter(cursor, end.deliveredAt, perMinute);
    const { compared, pauseMs } = await compare(batch, signal);
    const isDone = compared.length === batch.length && batch.length < perMinute;
    const next = isDone ? end : (compared.at(-1) ?? cursor);
    await outbox.recordReadBack(compared, { cursor: next, now: now(), resumeAt: new Date(now().getTime() + pauseMs) });
  };
}
