import { sql } from 'kysely';
import type { Engine } from '../database/engine.ts';
import { cooldownKey, endCooldown, startCooldown } from '../database/cooldowns.ts';
import { enqueue } from './repository.ts';
import type { NewDelivery } from './repository.ts';

/** A channel whose receiver takes nothing from us until a person mends something. */
export interface Closure {
  channel: string;
  now: Date;
  /** What tells a person of it. */
  notices: NewDelivery[];
}

/** How long a closure is remembered that nobody sees any more, because its worker is gone, in milliseconds. */
const remembered = 7 * 24 * 60 * 60 * 1000;

const about = (channel: string) => `closed ${channel}`;

export function closures(engine: Engine) {
  return {
    /** Records that a channel is closed. The notices are enqueued only the first time, over all workers and restarts, until the channel is open again. */
    closeChannel({ channel, now, notices }: Closure): Promise<void> {
      const until = new Date(now.getTime() + remembered);
      return engine.transact(async (db) => {
        if (await startCooldown(db, about(channel), now, until)) return enqueue(db, notices, { submissionId: null, now });
        await db
          .updateTable('quiet_periods')
          .set({ until: until.toISOString() })
          .where('key', '=', cooldownKey(about(channel)))
          .execute();
      });
    },

    /** Records that a channel is open again. Deliveries that were tried before it closed get a new day of retries. */
    openChannel(channel: string, now: Date): Promise<void> {
      return engine.transact(async (db) => {
        if (!(await endCooldown(db, about(channel)))) return;
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
