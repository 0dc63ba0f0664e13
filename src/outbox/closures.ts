import { dayMs } from '../durations.ts';
import type { Engine } from '../database/engine.ts';
import { endCooldowns, extendCooldown, startCooldown } from '../database/cooldowns.ts';
import { isDue } from '../database/undelivered.ts';
import { enqueue, type NewDelivery } from './queue.ts';

/** A channel whose receiver accepts nothing until a person fixes something. */
interface Closure {
  channel: string;
  now: Date;
  /** The deliveries that notify a person. */
  notices: NewDelivery[];
}

/** A closure is ignored after this time if the channel no longer has a worker. */
const closureMs = 7 * dayMs;

const cooldownOf = (channel: string) => `closed ${channel}`;

export function closureMethods(engine: Engine) {
  return {
    /**
     * Records that a channel is closed. The notices are enqueued only the first time, over all workers and restarts, until
     * the channel is open again.
     */
    closeChannel({ channel, now, notices }: Closure): Promise<void> {
      const until = new Date(now.getTime() + closureMs);
      return engine.transact(async (db) => {
        if (await startCooldown(db, cooldownOf(channel), now, until)) return enqueue(db, notices, { submissionId: null, now });
        await extendCooldown(db, cooldownOf(channel), until);
      });
    },

    /** Records that a channel is open again. Deliveries that were tried before it closed get a new day of retries. */
    openChannel(channel: string, now: Date): Promise<void> {
      return engine.transact(async (db) => {
        if (!(await endCooldowns(db, [cooldownOf(channel)]))) return;
        await db.updateTable('deliveries').set({ trying_since: now.toISOString() }).where(isDue).where('channel', '=', channel).execute();
      });
    },
  };
}

interface ClosureParts {
  outbox: ReturnType<typeof closureMethods>;
  now: () => Date;
  /** Returns the deliveries that notify the organizer of a closed channel. */
  noticesFor: (closed: { channel: string; reason: string }) => NewDelivery[];
}

/** Records, for one worker, that its channel is closed or open again. */
export function createClosureRecord(channel: string, { outbox, now, noticesFor }: ClosureParts) {
  /** Why the channel is closed, until that is recorded. */
  let closedReason: string | undefined;
  /** An earlier process may have recorded a closure; the first success of this process lifts it. */
  let recorded: 'open' | 'closed' | 'unknown' = 'unknown';
  return {
    /** An attempt found the channel closed: the next `record` records it. */
    close(reason: string): void {
      closedReason = reason;
    },
    /** Records a closure, or, if `isOpen`, that the channel is open. */
    async record(isOpen: boolean): Promise<void> {
      if (closedReason !== undefined) {
        await outbox.closeChannel({ channel, now: now(), notices: noticesFor({ channel, reason: closedReason }) });
        closedReason = undefined;
        recorded = 'closed';
      } else if (recorded !== 'open' && isOpen) {
        await outbox.openChannel(channel, now());
        recorded = 'open';
      }
    },
  };
}

/** Returns a function that lists the deliveries that notify the organizer of a closed channel. */
export function closedChannelMail({ organizerEmail }: { organizerEmail?: string | undefined }) {
  return (closed: { channel: string; reason: string }): NewDelivery[] =>
    organizerEmail ? [{ channel: 'mail', kind: 'provider-refused', payload: closed }] : [];
}
