import type { Kysely, Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** Claims a key that may be used once, in the table `announcements`. Returns whether it was free. */
export async function claimKey(db: Transaction<Database>, key: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('announcements')
    .values({ key, made_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}

/** Releases a key, which can then be claimed once more. */
export async function releaseKey(db: Transaction<Database>, key: string): Promise<void> {
  await db.deleteFrom('announcements').where('key', '=', key).execute();
}

/** Returns the last of the claimed keys that match a pattern of SQL; undefined if there is none. */
export async function findLastKeyLike(db: Kysely<Database>, pattern: string): Promise<string | undefined> {
  const claimed = db.selectFrom('announcements').select('key').where('key', 'like', pattern);
  return (await claimed.orderBy('key', 'desc').limit(1).executeTakeFirst())?.key;
}
