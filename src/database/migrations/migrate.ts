import type { DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { SchemaTooNew } from '../unavailable.ts';
import { submissions } from './0001-submissions.ts';
import { searchInPostgres, searchInSqlite } from './0002-search.ts';
import { writeProbe } from './0003-write-probe.ts';
import { intake } from './0004-intake.ts';
import { rateLimits } from './0005-rate-limits.ts';
import { mails } from './0006-mails.ts';
import { retreat } from './0007-retreat.ts';
import { oneHeld } from './0008-one-held.ts';
import { jobRuns } from './0009-job-runs.ts';
import { retreats } from './0010-retreats.ts';
import { deskAccess } from './0011-desk-access.ts';
import { seasons } from './0012-seasons.ts';
import { liveHour } from './0013-live-hour.ts';
import { pageViews } from './0014-page-views.ts';
import { alumnae } from './0015-alumnae.ts';
import { houseFacts } from './0017-house-facts.ts';
import { failingDeliveries } from './0018-failing-deliveries.ts';
import { letters } from './0019-letters.ts';
import { providerDrift } from './0021-provider-drift.ts';
import { entryMemos } from './0023-entry-memos.ts';
import { channelRetries } from './0024-channel-retries.ts';
import { undelivered } from './0025-undelivered.ts';
import { erasures } from './0026-erasures.ts';
import { attendanceByHand } from './0027-attendance-by-hand.ts';
import { attendanceRemovals } from './0028-attendance-removals.ts';

/** In the order in which they run; a migration that has shipped is never changed. */
export const migrationsOf = (kind: 'sqlite' | 'postgres'): Record<string, Migration> => ({
  '0001-submissions': submissions(kind),
  '0002-search': kind === 'sqlite' ? searchInSqlite : searchInPostgres,
  '0003-write-probe': writeProbe,
  '0004-intake': intake,
  '0005-rate-limits': rateLimits,
  '0006-mails': mails,
  '0007-retreat': retreat,
  '0008-one-held': oneHeld,
  '0009-job-runs': jobRuns,
  '0010-retreats': retreats,
  '0011-desk-access': deskAccess,
  '0012-seasons': seasons,
  '0013-live-hour': liveHour,
  '0014-page-views': pageViews,
  '0015-alumnae': alumnae,
  '0017-house-facts': houseFacts,
  '0018-failing-deliveries': failingDeliveries,
  '0019-letters': letters,
  '0021-provider-drift': providerDrift,
  '0023-entry-memos': entryMemos,
  '0024-channel-retries': channelRetries,
  '0025-undelivered': undelivered,
  '0026-erasures': erasures,
  '0027-attendance-by-hand': attendanceByHand,
  '0028-attendance-removals': attendanceRemovals,
});

/**
 * Migrates SQLite's tables in one transaction. Of several processes that start at the same moment one migrates, and the others wait: BEGIN
 * IMMEDIATE takes the only write lock before anything is read, which Kysely's own transaction does not.
 */
export async function migrateAlone(native: DatabaseSync, db: Kysely<never>): Promise<void> {
  const migrations = migrationsOf('sqlite');
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations }, disableTransactions: true });
  const pending = async () => (await migrator.getMigrations()).some(({ executedAt }) => !executedAt);
  if (!(await pending())) return refuseNewer(db, migrations);
  native.exec('BEGIN IMMEDIATE');
  const { error } = await migrator.migrateToLatest();
  if (!error) native.exec('COMMIT');
  else if (native.isTransaction) native.exec('ROLLBACK');
  if (error) throw error;
}

/** The same over PostgreSQL: Kysely holds an advisory lock, so that only one of many instances migrates. */
export async function migrateTogether(db: Kysely<never>): Promise<void> {
  const migrations = migrationsOf('postgres');
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  if (!(await migrator.getMigrations()).some(({ executedAt }) => !executedAt)) return refuseNewer(db, migrations);
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** An older version, which does not know all tables, would write rows that the newer one cannot use. */
async function refuseNewer(db: Kysely<never>, migrations: Record<string, Migration>): Promise<void> {
  const applied = await (db as unknown as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom('kysely_migration')
    .select('name')
    .execute();
  if (applied.some(({ name }) => !(name in migrations))) throw new SchemaTooNew();
}
