import { setTimeout as pause } from 'node:timers/promises';
import type { Claimed } from './leases.ts';
import type { NewDelivery, Settled } from './repository.ts';
import type { Store } from '../app/open-store.ts';
import { backoff } from './backoff.ts';
import { ChannelBusy, ChannelClosed, NotNeeded, TryLater, Undeliverable } from './channel.ts';
import type { Channel } from './channel.ts';
import { inTime } from './with-timeout.ts';

/** How long a worker has a delivery in hand, in milliseconds. */
const lease = 60_000;

/** How long what has ended waits for others that end at the same time, so that one transaction writes down all of them, in milliseconds. */
const gather = 10;

/** After a day of trying, a person has to look. */
const longest = 24 * 60 * 60 * 1000;

/** What a lane stands on. `failed` hears of what goes wrong with a delivery, by its id and in words that name no person. */
export interface LaneParts {
  store: Pick<Store, 'outbox'>;
  now: () => Date;
  failed: (about: { delivery: string; channel: string; attempts: number; outcome: Settled['outcome'] }) => void;
  /** What tells the organizer that a channel is closed. */
  noticesOf: (closed: { channel: string; reason: string }) => NewDelivery[];
}

/** One channel's worker: claims what is due, delivers, writes down what came of it. */
export function createLane(channel: Channel, { store, now, failed, noticesOf }: LaneParts) {
  /** Outlives a pass: what was delivered while the store was away is written down when it is back. */
  const settled: Settled[] = [];
  const inHand = new Set<Promise<unknown>>();
  const stopping = new AbortController();
  /** While there is one, nothing is attempted until then, and after that one at a time until one goes well. */
  let rest: { until: number } | undefined;
  /** Why the channel is closed, until that is written down. */
  let closed: string | undefined;
  /** A closure that an earlier process wrote down is lifted by the first delivery of this one. */
  let known: 'open' | 'closed' | 'unknown' = 'unknown';

  const resting = () => rest !== undefined && rest.until > now().getTime();

  async function attempt(claimed: Claimed): Promise<Settled> {
    const { at, tryingSince: _, id, ...message } = claimed;
    const early = at.getTime() - now().getTime();
    if (early > 0) await pause(early);
    if (stopping.signal.aborted || resting()) return { id, outcome: 'released' };
    try {
      await inTime((signal) => channel.deliver({ key: id, ...message }, signal), channel.patience);
      if (!resting()) rest = undefined;
      return { id, outcome: 'delivered', at: now() };
    } catch (error) {
      if (error instanceof NotNeeded) return { id, outcome: 'delivered', at: now(), note: `not sent: ${error.message}` };
      const outcome = after(claimed, error as Error);
      failed({ delivery: id, channel: channel.name, attempts: claimed.attempts, outcome: outcome.outcome });
      return outcome;
    }
  }

  function after({ id, attempts, tryingSince }: Claimed, error: Error): Settled {
    const pauseAll = (seconds: number) => (rest = { until: now().getTime() + Math.min(seconds * 1000, longest) });
    if (error instanceof Undeliverable) return { id, outcome: 'parked', error: error.message };
    if (error instanceof ChannelClosed) {
      pauseAll(error.probeAfter);
      closed = error.message;
      return { id, outcome: 'released', error: error.message };
    }
    if (error instanceof ChannelBusy) pauseAll(error.after);
    // Not before the receiver's time, and not each second for a day where it always says one second.
    const asked = error instanceof TryLater && error.after !== undefined ? Math.min(error.after * 1000, longest) : 0;
    const own = backoff(attempts);
    if (now().getTime() + own - Date.parse(tryingSince) > longest)
      return { id, outcome: 'parked', error: `gave up after a day: ${error.message}` };
    return { id, outcome: 'retry', at: new Date(now().getTime() + Math.max(asked, own)), error: error.message };
  }

  async function fill(): Promise<void> {
    // Half a handful at a time: a transaction for each single one would cost more than the delivery.
    while (!stopping.signal.aborted && !resting() && inHand.size <= (rest ? 0 : channel.concurrency / 2)) {
      const limit = rest ? 1 : channel.concurrency - inHand.size;
      const claimed = await store.outbox.lease({ channel: channel.name, limit, now: now(), lease, spacing: channel.spacing ?? 0 });
      for (const one of claimed) {
        const working = attempt(one).then((outcome) => settled.push(outcome));
        inHand.add(working);
        void working.finally(() => inHand.delete(working));
      }
      if (claimed.length < limit) return;
    }
  }

  async function writeDown(): Promise<number> {
    const batch = settled.splice(0);
    try {
      if (batch.length > 0) await store.outbox.recordOutcomes(batch);
    } catch (error) {
      settled.unshift(...batch);
      throw error;
    }
    if (closed !== undefined) {
      await store.outbox.closeChannel({ channel: channel.name, now: now(), notices: noticesOf({ channel: channel.name, reason: closed }) });
      [closed, known] = [undefined, 'closed'];
    } else if (known !== 'open' && !rest && batch.some(({ outcome }) => outcome === 'delivered')) {
      await store.outbox.openChannel(channel.name, now());
      known = 'open';
    }
    return batch.length;
  }

  return {
    /** Delivers until nothing is due. Answers how many attempts were made. Throws StoreUnavailable. */
    async pass(): Promise<number> {
      for (let made = 0; ;) {
        await fill();
        if (inHand.size > 0) await Promise.race(inHand);
        if (inHand.size > channel.concurrency / 2) await Promise.race([Promise.all(inHand), pause(gather)]);
        const more = await writeDown();
        made += more;
        if (more === 0 && inHand.size === 0) return made;
      }
    },
    /** Takes nothing more in hand. A pass that is under way ends when what is in hand has ended. */
    stop(): void {
      stopping.abort();
    },
  };
}
