import type { DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { submissions } from './0001-submissions.ts';
import { search } from './0002-search.ts';

/** In the order in which they run; a migration that has shipped is never changed. */
const migrations = { '0001-submissions': submissions, '0002-search': search };

/**
 * Brings the tables up to date, or leaves them as they were. Of several processes that start at the same moment one does it, and the others wait:
 * BEGIN IMMEDIATE takes the only write lock before anything is looked at, which the transaction of Kysely's own does not.
 */
export async function migrate(native: DatabaseSync, db: Kysely<never>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations }, disableTransactions: true });
  const pending = async () => (await migrator.getMigrations()).some(({ executedAt }) => !executedAt);
  if (!(await pending())) return;
  native.exec('BEGIN IMMEDIATE');
  const { error } = await migrator.migrateToLatest();
  native.exec(error ? 'ROLLBACK' : 'COMMIT');
  if (error) throw error;
}
