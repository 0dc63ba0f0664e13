import { dayMs } from '../durations.ts';
import type { Engine } from '../database/engine.ts';
import { endCooldowns, extendCooldown, startCooldown } from '../database/cooldowns.ts';
import { isDue } from '../database/undelivered.ts';
import { enqueue } from './enqueue.ts';

/** A channel whose receiver accepts nothing until a person fixes something. */
interface Closure {
  channel: string;
  /** Why it is closed, and what to fix. */
  reason: string;
  /** Whether the organizer gets a mail about it. */
  isMailed: boolean;
  now: Date;
}

/** A closure is ignored after this time if the channel no longer has a worker. */
const closureMs = 7 * dayMs;

const cooldownOf = (channel: string) => `closed ${channel}`;

export function closureMethods(engine: Engine) {
  return {
    /**
     * Records that a channel is closed. The organizer is mailed only the first time, over all workers and restarts, until the channel is
     * open again.
     */
    closeChannel({ channel, reason, isMailed, now }: Closure): Promise<void> {
      const until = new Date(now.getTime() + closureMs);
      return engine.transact(async (db) => {
        if (!(await startCooldown(db, cooldownOf(channel), { now, until }))) await extendCooldown(db, cooldownOf(channel), until);
        else if (isMailed)
          await enqueue(db, [{ channel: 'mail', kind: 'provider-refused', payload: { channel, reason } }], { submissionId: null, now });
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
