import { sql } from 'kysely';
import { dayMs } from '../durations.ts';
import type { Engine } from '../database/engine.ts';
import { endCooldowns, extendCooldown, startCooldown } from '../database/cooldowns.ts';
import { enqueue } from './enqueue.ts';
import type { NewDelivery } from './enqueue.ts';

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
        await db
          .updateTable('deliveries')
          .set({ trying_since: now.toISOString() })
          .where(sql<boolean>`state = 'due'`)
          .where('channel', '=', channel)
          .execute();
      });
    },
  };
}

/** Returns a function that lists the deliveries that notify the organizer of a closed channel. */
export function closedChannelMail({ organizerEmail }: { organizerEmail?: string | undefined }) {
  return (closed: { channel: string; reason: string }): NewDelivery[] =>
    organizerEmail ? [{ channel: 'mail', kind: 'provider-refused', payload: closed }] : [];
}
