import type { Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** Claims a key that may be used once. Returns whether it was free. */
export async function claimKey(db: Transaction<Database>, key: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('announcements')
    .values({ key, made_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}
