import type { Kysely, Transaction } from 'kysely';
import type { Database } from './schema.ts';
import { insertIfNew } from './store-row.ts';

/** Claims a key that may be used once, in the table `announcements`. Returns whether it was free. */
export const claimKey = (db: Transaction<Database>, key: string, now: Date): Promise<boolean> =>
  insertIfNew(db, 'announcements', { key, made_at: now.toISOString() });

/** Releases a key, which can then be claimed once more. */
export async function releaseKey(db: Transaction<Database>, key: string): Promise<void> {
  await db.deleteFrom('announcements').where('key', '=', key).execute();
}

/** Returns the last of the claimed keys that match a pattern of SQL; undefined if there is none. */
export async function findLastKeyLike(db: Kysely<Database>, pattern: string): Promise<string | undefined> {
  const claimed = db.selectFrom('announcements').select('key').where('key', 'like', pattern);
  return (await claimed.orderBy('key', 'desc').limit(1).executeTakeFirst())?.key;
}
