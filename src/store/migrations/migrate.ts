import type { DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { submissions } from './0001-submissions.ts';
import { search } from './0002-search.ts';
import { writeProbe } from './0003-write-probe.ts';
import { Newer } from '../unavailable.ts';

/** In the order in which they run; a migration that has shipped is never changed. */
const migrations = { '0001-submissions': submissions, '0002-search': search, '0003-write-probe': writeProbe };

/**
 * Brings the tables up to date, or leaves them as they were. Of several processes that start at the same moment one does it, and the others wait:
 * BEGIN IMMEDIATE takes the only write lock before anything is looked at, which the transaction of Kysely's own does not.
 */
export async function migrate(native: DatabaseSync, db: Kysely<never>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations }, disableTransactions: true });
  const pending = async () => (await migrator.getMigrations()).some(({ executedAt }) => !executedAt);
  if (!(await pending())) return refuseNewer(native);
  native.exec('BEGIN IMMEDIATE');
  const { error } = await migrator.migrateToLatest();
  if (!error) native.exec('COMMIT');
  else if (native.isTransaction) native.exec('ROLLBACK');
  if (error) throw error;
}

/** A release that does not know all of the tables would write rows that the newer one cannot use. */
function refuseNewer(native: DatabaseSync): void {
  const unknown = native
    .prepare('SELECT name FROM kysely_migration')
    .all()
    .find((row) => !(String(row['name']) in migrations));
  if (unknown) throw new Newer();
}
