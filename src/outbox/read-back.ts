import type { Logger } from 'pino';
import { dayMs, hourMs, minuteMs, wrongClockMs } from '../durations.ts';
import { askedWaitMs } from './retry-policy.ts';
import { ChannelBusy, Undeliverable } from './channel.ts';
import type { ReadBack } from './channels/keap-read-back.ts';
import type { Compared, DeliveredSubmission, ReadBackCursor } from './drift.ts';
import type { OutboxRepository } from './repository.ts';

/** At five in the morning, UTC, which is midnight in Texas or an hour earlier, and at least an hour before the daily digest. */
const startsAfterMidnightMs = 5 * hourMs;

/** How many contacts a run reads each minute: with the deliveries of that minute they stay below what the provider allows. */
const contactsPerRun = 20;

/** How long one instance has a part of the read-back to itself. If that instance ends, another one continues after this time. */
const claimMs = 5 * minuteMs;

/** How long no contact is read after one could not be read. */
const failurePauseMs = 5 * minuteMs;

interface ReadBackParts {
  outbox: Pick<OutboxRepository, 'findReadBackCursor' | 'claimReadBack' | 'listDeliveredAfter' | 'recordReadBack'>;
  readBack: ReadBack;
  now: () => Date;
  log: Pick<Logger, 'warn'>;
}

/** For how long no contact is read, because the provider asks for that or a contact could not be read. */
interface Pause {
  pauseMs: number;
}

/**
 * Returns the job that runs every minute: each night it compares the data that was delivered to the provider's API since the night before,
 * a few contacts at a time. It resolves after the contact that is being read once its signal aborts; the next run continues with the others.
 */
export function createReadBackJob({ outbox, readBack, now, log }: ReadBackParts) {
  /** The deliveries whose contacts could not be read in earlier runs, and are to be read again. */
  const failedBefore = new Set<string>();

  /**
   * Reads the contact of one delivery. Returns the missing data, or for how long to read no contact: as long as the provider asks, or a few
   * minutes. Nothing is known to be missing from a contact that can never be read, or failed before: the others must not wait for it.
   */
  async function compareOne({ submission, ...delivery }: DeliveredSubmission): Promise<Compared | Pause> {
    const { deliveryId } = delivery;
    try {
      const problem = await readBack(submission);
      failedBefore.delete(deliveryId);
      return { ...delivery, problem };
    } catch (error) {
      // The message is left out, because it quotes the provider, which may name the founder.
      log.warn({ delivery: deliveryId, problem: (error as Error).name }, 'a contact cannot be read back from the provider');
      if (error instanceof ChannelBusy) return { pauseMs: askedWaitMs(error) };
      const hasFailedAgain = failedBefore.delete(deliveryId);
      if (hasFailedAgain || error instanceof Undeliverable) return { ...delivery, problem: undefined };
      failedBefore.add(deliveryId);
      return { pauseMs: failurePauseMs };
    }
  }

  /**
   * Returns the missing data of the first deliveries, up to one that cannot be read now, and how long to wait in that case. A contact that
   * never failed is read first. If it can be read, the provider is up, and the contacts that failed are read again: one that fails again is
   * left out, because the provider cannot read it. If every contact failed, all are read again in an hour.
   */
  async function compare(deliveries: DeliveredSubmission[], signal: AbortSignal): Promise<{ compared: Compared[]; pauseMs: number }> {
    const compared: Compared[] = [];
    const readFirst = deliveries.find(({ deliveryId }) => !failedBefore.has(deliveryId));
    if (!readFirst) {
      failedBefore.clear();
      return { compared, pauseMs: deliveries.length > 0 ? hourMs : 0 };
    }
    const firstResult = await compareOne(readFirst);
    if ('pauseMs' in firstResult) return { compared, ...firstResult };
    for (const delivery of deliveries.slice(0, contactsPerRun)) {
      if (delivery !== readFirst && signal.aborted) break;
      const result = delivery === readFirst ? firstResult : await compareOne(delivery);
      if ('pauseMs' in result) return { compared, ...result };
      compared.push(result);
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
    if (!(await outbox.claimReadBack(now(), new Date(now().getTime() + claimMs)))) return;
    // Another instance may have moved it before the claim.
    const cursor = await cursorNow();
    // Contacts that failed before are read in addition to the usual number, so that they hold up no other.
    const deliveries = await outbox.listDeliveredAfter(cursor, end.deliveredAt, failedBefore.size + contactsPerRun);
    const { compared, pauseMs } = await compare(deliveries, signal);
    const isDone = compared.length === deliveries.length && deliveries.length < contactsPerRun;
    const next = isDone ? end : (compared.at(-1) ?? cursor);
    await outbox.recordReadBack(compared, { cursor: next, now: now(), resumeAt: new Date(now().getTime() + pauseMs) });
  };
}
