import { giveUpAfterMs } from './backoff.ts';
import { ChannelBusy, ChannelClosed, Undeliverable } from './channel.ts';

/** What the attempts of a worker say about the receiver of its channel. */
export interface ChannelHealth {
  /** The end of the pause for which the receiver asked; undefined once an attempt has succeeded after it. */
  pausedUntilMs?: number;
  /** Since when attempts fail for a reason that may concern every delivery. */
  failingSinceMs?: number;
}

/** Before the first attempt: an earlier process may have left a queue that waits for its receiver. */
export const unknownHealth: ChannelHealth = { failingSinceMs: Number.NEGATIVE_INFINITY };

/** `paused`: no attempt is made. `probing`: after a pause, single attempts are made until one succeeds. */
export function stateOf({ pausedUntilMs }: ChannelHealth, nowMs: number): 'open' | 'paused' | 'probing' {
  if (pausedUntilMs === undefined) return 'open';
  return pausedUntilMs > nowMs ? 'paused' : 'probing';
}

/** Returns the health of a channel after an organizer retried its deliveries: a pause ends, and one attempt shows whether it was needed. */
export function healthAfterRetry(health: ChannelHealth, nowMs: number): ChannelHealth {
  return stateOf(health, nowMs) === 'paused' ? { ...health, pausedUntilMs: nowMs } : health;
}

/** Returns the health of a channel after an attempt; `error` is undefined if the attempt succeeded. */
export function healthAfter(health: ChannelHealth, error: unknown, nowMs: number): ChannelHealth {
  // One delivery that fails among others that succeed says nothing about them.
  if (error === undefined) return stateOf(health, nowMs) === 'paused' ? { pausedUntilMs: health.pausedUntilMs } : {};
  if (error instanceof Undeliverable) return health;
  const pauseSeconds =
    error instanceof ChannelClosed ? error.probeAfterSeconds : error instanceof ChannelBusy ? error.retryAfterSeconds : undefined;
  // A receiver that asks for a pause is not down.
  if (pauseSeconds !== undefined) return { ...health, pausedUntilMs: nowMs + Math.min(pauseSeconds * 1000, giveUpAfterMs) };
  return { failingSinceMs: nowMs, ...health };
}
