import type { Transaction } from 'kysely';
import { locksRows, type Engine } from '../database/engine.ts';
import type { Database } from '../database/schema.ts';
import { wrongClockMs } from './backoff.ts';

/** A channel whose attempts need a time between them, over all workers. */
interface Spacing {
  channel: string;
  now: Date;
  /** The least time between two attempts. */
  spacingMs: number;
}

/** How far ahead a worker reserves slots: no further than it is sure to be alive. */
export const slotHorizonMs = 1000;

/**
 * Returns when the channel may make its next attempt, in milliseconds since 1970. The row stays locked, so that no two workers take the same
 * slot.
 */
export async function lockSlot(engine: Engine, db: Transaction<Database>, { channel, now, spacingMs }: Spacing): Promise<number> {
  await db
    .insertInto('channel_slots')
    .values({ channel, free_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('channel').doNothing())
    .execute();
  const { free_at } = await db
    .selectFrom('channel_slots')
    .select('free_at')
    .where('channel', '=', channel)
    .$if(locksRows(engine), (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
  const freeAtMs = Date.parse(free_at);
  // Further ahead than any worker reserves: the clock was ahead then, and the channel must not wait until that time comes again.
  return freeAtMs > now.getTime() + slotHorizonMs + spacingMs + wrongClockMs ? now.getTime() : freeAtMs;
}

/** Records when the channel may make its next attempt. */
export async function moveSlot(db: Transaction<Database>, channel: string, freeAtMs: number): Promise<void> {
  await db
    .updateTable('channel_slots')
    .set({ free_at: new Date(freeAtMs).toISOString() })
    .where('channel', '=', channel)
    .execute();
}
