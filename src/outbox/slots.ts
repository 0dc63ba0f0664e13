import type { Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { insertIfNew } from '../database/store-row.ts';
import { minuteMs } from '../durations.ts';

/** The time between two attempts of a channel, over all workers. */
export interface Spacing {
  channel: string;
  now: Date;
  /** The least time between two attempts; 0 for none. */
  spacingMs: number;
}

/** How far ahead a worker reserves slots: no further than it is sure to be alive. */
const horizonMs = 1000;

/**
 * A slot that is further ahead than any worker reserves, and by more than this, is from a clock that was ahead and has been corrected. No
 * channel waits longer than this for such a slot. Workers whose clocks differ by more do not keep the time between their attempts.
 */
const maxClockDifferenceMs = minuteMs;

/** The next attempts of a channel: when the first one may be made, in milliseconds since 1970, and how many a worker may reserve now. */
interface FreeSlots {
  firstMs: number;
  count: number;
}

/** Returns the free slots of a channel. Its row stays locked, so that no two workers take the same slot. */
export async function lockSlots(db: Transaction<Database>, { channel, now, spacingMs }: Spacing): Promise<FreeSlots> {
  const nowMs = now.getTime();
  if (spacingMs === 0) return { firstMs: nowMs, count: Number.POSITIVE_INFINITY };
  await insertIfNew(db, 'channel_slots', { channel, free_at: now.toISOString() });
  const { free_at } = await db
    .selectFrom('channel_slots')
    .select('free_at')
    .where('channel', '=', channel)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const freeAtMs = Date.parse(free_at);
  const isPossible = freeAtMs <= nowMs + horizonMs + spacingMs + maxClockDifferenceMs;
  const firstMs = isPossible ? Math.max(nowMs, freeAtMs) : nowMs;
  return { firstMs, count: Math.max(0, Math.ceil((nowMs + horizonMs - firstMs) / spacingMs)) };
}

/** Takes the first slots of a channel: the next attempt after them is free. */
export async function takeSlots(
  db: Transaction<Database>,
  { channel, spacingMs }: Omit<Spacing, 'now'>,
  { firstMs, count }: FreeSlots,
): Promise<void> {
  if (spacingMs === 0 || count === 0) return;
  await db
    .updateTable('channel_slots')
    .set({ free_at: new Date(firstMs + count * spacingMs).toISOString() })
    .where('channel', '=', channel)
    .execute();
}
