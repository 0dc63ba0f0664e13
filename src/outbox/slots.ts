import type { Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { insertIfNew } from '../database/store-row.ts';
import { minuteMs } from '../durations.ts';

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
 * A slot that is further ahead than any worker reserves, and by more than this, is from a clock that was ahead and has been corrected. No
 * channel waits longer than this for such a slot. Workers whose clocks differ by more do not keep the time between their attempts.
 */
const maxClockDifferenceMs = minuteMs;

/**
 * Returns when the channel may make its next attempt, in milliseconds since 1970. The row stays locked, so that no two workers take the same
 * slot.
 */
export async function lockSlot(db: Transaction<Database>, { channel, now, spacingMs }: Spacing): Promise<number> {
  await insertIfNew(db, 'channel_slots', { channel, free_at: now.toISOString() });
  const { free_at } = await db
    .selectFrom('channel_slots')
    .select('free_at')
    .where('channel', '=', channel)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const freeAtMs = Date.parse(free_at);
  return freeAtMs > now.getTime() + slotHorizonMs + spacingMs + maxClockDifferenceMs ? now.getTime() : freeAtMs;
}

/** Records when the channel may make its next attempt. */
export async function moveSlot(db: Transaction<Database>, channel: string, freeAtMs: number): Promise<void> {
  await db
    .updateTable('channel_slots')
    .set({ free_at: new Date(freeAtMs).toISOString() })
    .where('channel', '=', channel)
    .execute();
}
