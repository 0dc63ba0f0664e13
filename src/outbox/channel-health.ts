import { askedWaitMs } from './retry-policy.ts';
import { ChannelBusy, ChannelClosed, Undeliverable } from './channel.ts';

/** While nothing is delivered, one waiting delivery is tried this often, however long its own backoff is. */
const probeMs = 30_000;

/** Follows the health of the receiver of one channel through the attempts of one worker. */
export function followHealth(now: () => Date) {
  let health = unknownHealth;
  let probedAtMs = now().getTime();
  let hasRecovered = false;
  const state = () => stateOf(health, now().getTime());
  /** How far an instant is from now. It is later than now if a clock that was ahead has been corrected since. */
  const distanceMs = (instantMs: number) => Math.abs(now().getTime() - instantMs);
  return {
    state,
    recordSuccess(): void {
      hasRecovered ||= health.failingSinceMs !== undefined && distanceMs(health.failingSinceMs) >= probeMs;
      health = healthAfter(health, undefined, now().getTime());
    },
    recordFailure(error: unknown): void {
      health = healthAfter(health, error, now().getTime());
    },
    /** An organizer retried deliveries: a pause ends, and one attempt shows whether it was needed. */
    recordRetry(): void {
      if (state() === 'paused') health = { ...health, pause: { fromMs: now().getTime(), untilMs: now().getTime() } };
    },
    /** Returns whether one waiting delivery is to be tried now, because the receiver is down; the next one only after `probeMs`. */
    takeProbe(): boolean {
      if (health.failingSinceMs === undefined || state() === 'paused') return false;
      if (Math.min(distanceMs(health.failingSinceMs), distanceMs(probedAtMs)) < probeMs) return false;
      probedAtMs = now().getTime();
      return true;
    },
    /** Whether the receiver is back after it was down, until `forgetRecovery`. */
    hasRecovered: (): boolean => hasRecovered,
    forgetRecovery(): void {
      hasRecovered = false;
    },
  };
}

/** What the attempts of a worker say about the receiver of its channel. */
interface ChannelHealth {
  /** The pause for which the receiver asked; undefined once an attempt has succeeded after it. */
  pause?: { fromMs: number; untilMs: number };
  /** Since when attempts fail for a reason that may concern every delivery. */
  failingSinceMs?: number;
}

/** Before the first attempt: an earlier process may have left a queue that waits for its receiver. */
const unknownHealth: ChannelHealth = { failingSinceMs: Number.NEGATIVE_INFINITY };

/**
 * `paused`: no attempt is made. `probing`: after a pause, single attempts are made until one succeeds. A pause that has not begun was set by
 * a clock that was ahead, and would last until that time: it is over.
 */
function stateOf({ pause }: ChannelHealth, nowMs: number): 'open' | 'paused' | 'probing' {
  if (!pause) return 'open';
  return pause.fromMs <= nowMs && nowMs < pause.untilMs ? 'paused' : 'probing';
}

/** Returns the health of a channel after an attempt; `error` is undefined if the attempt succeeded. */
function healthAfter(health: ChannelHealth, error: unknown, nowMs: number): ChannelHealth {
  // After a success, the failures before it concerned their own deliveries only. A pause that has not ended stays.
  if (error === undefined) return stateOf(health, nowMs) === 'paused' ? { pause: health.pause } : {};
  if (error instanceof Undeliverable) return health;
  const pauseMs = pauseMsAfter(error);
  // A receiver that asks for a pause is not down.
  if (pauseMs !== undefined) return { ...health, pause: { fromMs: nowMs, untilMs: nowMs + pauseMs } };
  return { ...health, failingSinceMs: health.failingSinceMs ?? nowMs };
}

/** Returns for how many milliseconds a channel pauses after an error; undefined if it does not. */
function pauseMsAfter(error: unknown): number | undefined {
  if (error instanceof ChannelClosed) return error.probeAfterSeconds * 1000;
  return error instanceof ChannelBusy ? askedWaitMs(error) : undefined;
}
