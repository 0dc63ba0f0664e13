import { sql } from 'kysely';
import type { Engine } from '../database/engine.ts';
import { beginQuiet, quietKey } from '../submissions/repository.ts';
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

/** See Store.closeChannel. */
export function closeChannel(engine: Engine, { channel, now, notices }: Closure): Promise<void> {
  const until = new Date(now.getTime() + remembered);
  return engine.transact(async (db) => {
    if (await beginQuiet(db, about(channel), now, until)) return enqueue(db, notices, { submissionId: null, now });
    await db
      .updateTable('quiet_periods')
      .set({ until: until.toISOString() })
      .where('key', '=', quietKey(about(channel)))
      .execute();
  });
}

/** See Store.openChannel. */
export function openChannel(engine: Engine, channel: string, now: Date): Promise<void> {
  return engine.transact(async (db) => {
    const { numDeletedRows } = await db
      .deleteFrom('quiet_periods')
      .where('key', '=', quietKey(about(channel)))
      .executeTakeFirst();
    if (numDeletedRows === 0n) return;
    await db
      .updateTable('deliveries')
      .set({ trying_since: now.toISOString() })
      .where(sql<boolean>`state = 'due'`)
      .where('channel', '=', channel)
      .execute();
  });
}
