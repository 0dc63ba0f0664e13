import { dayMs, minuteMs } from '../durations.ts';
import { ChannelBusy, ChannelClosed, Undeliverable } from './channel.ts';

/** A delivery that failed for a day is parked: a person has to look. */
const giveUpAfterMs = dayMs;

/** The longest time that a delivery waits for its next attempt, whether it was enqueued for later or its receiver asked for it. */
export const maxWaitMs = dayMs;

const maxBackoffMs = 30 * minuteMs;

/**
 * Returns how long to wait after a number of attempts: twice as long each time up to half an hour, and a random part between half of that
 * and all of it, so that deliveries that failed together are not retried together.
 */
export function backoffMs(attempts: number, random: () => number = Math.random): number {
  return Math.min(maxBackoffMs, 2000 * 2 ** (attempts - 1)) * (0.5 + random() / 2);
}

/** Returns how long a receiver asks to wait, a day at most. */
export const askedWaitMs = ({ retryAfterSeconds }: ChannelBusy): number => Math.min(retryAfterSeconds * 1000, maxWaitMs);

/**
 * Returns the outcome of a delivery whose attempt failed: another attempt, `parked`, or `released` if the failure says nothing about the
 * delivery.
 */
export function outcomeOfFailure(error: Error, { attempts, tryingSince }: { attempts: number; tryingSince: string }, now: Date) {
  if (error instanceof Undeliverable) return { outcome: 'parked', error: error.message } as const;
  if (error instanceof ChannelClosed) return { outcome: 'released', error: error.message } as const;
  const waitMs = backoffMs(attempts);
  if (now.getTime() + waitMs - Date.parse(tryingSince) > giveUpAfterMs)
    return { outcome: 'parked', error: `gave up after a day: ${error.message}` } as const;
  // The longer of the two waits: a receiver that always asks for one second would otherwise get an attempt each second for a day.
  const askedMs = error instanceof ChannelBusy ? askedWaitMs(error) : 0;
  return { outcome: 'retry', at: new Date(now.getTime() + Math.max(askedMs, waitMs)), error: error.message } as const;
}
