import type { Kysely, Transaction } from 'kysely';
import { hasRow } from './count-rows.ts';
import type { Database } from './schema.ts';
import { insertIfNew } from './store-row.ts';

/** Claims a key that may be used once, in the table `announcements`. Returns whether it was free. */
export const claimKey = (db: Transaction<Database>, key: string, now: Date): Promise<boolean> =>
  insertIfNew(db, 'announcements', { key, made_at: now.toISOString() });

/** Returns whether a key was claimed. */
export const isClaimed = (db: Kysely<Database>, key: string): Promise<boolean> =>
  hasRow(db.selectFrom('announcements').select('key').where('key', '=', key));

/** Releases a key, which can then be claimed once more. */
export async function releaseKey(db: Transaction<Database>, key: string): Promise<void> {
  await db.deleteFrom('announcements').where('key', '=', key).execute();
}
