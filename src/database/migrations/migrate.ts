import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import type { Database } from '../schema.ts';
import { SchemaTooNew } from '../unavailable.ts';
import { submissions } from './0001-submissions.ts';
import { searchInPostgres, searchInSqlite } from './0002-search.ts';
import { sqlMigration } from './sql-migration.ts';

/** The migrations, by their names, in whose order they run. A migration that has shipped is never changed. */
export const migrationsOf = (kind: 'sqlite' | 'postgres'): Record<string, Migration> => ({
  '0001-submissions': submissions(kind),
  '0002-search': kind === 'sqlite' ? searchInSqlite : searchInPostgres,
  ...sqlFiles(),
});

/** Returns the migrations that both engines understand: the SQL files in this folder. A semicolon at the end of a line ends a statement. */
function sqlFiles(): Record<string, Migration> {
  const folder = import.meta.dirname;
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return Object.fromEntries(
    files.map((file) => {
      const statements = readFileSync(join(folder, file), 'utf8').split(/;\s*$/mu);
      return [basename(file, '.sql'), sqlMigration(...statements.filter((statement) => statement.trim() !== ''))];
    }),
  );
}

/**
 * Migrates SQLite's tables in one transaction. Of several processes that start at the same moment one migrates, and the others wait: BEGIN
 * IMMEDIATE takes the only write lock before anything is read, which Kysely's own transaction does not.
 */
export async function migrateSqlite(native: DatabaseSync, db: Kysely<Database>): Promise<void> {
  const migrations = migrationsOf('sqlite');
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations }, disableTransactions: true });
  if (await hasRunAll(migrator)) return assertNotNewer(db, migrations);
  native.exec('BEGIN IMMEDIATE');
  const { error } = await migrator.migrateToLatest();
  if (!error) return native.exec('COMMIT');
  if (native.isTransaction) native.exec('ROLLBACK');
  throw error;
}

/** Migrates the tables of a PostgreSQL server: Kysely holds an advisory lock, so that only one of many instances migrates. */
export async function migratePostgres(db: Kysely<Database>): Promise<void> {
  const migrations = migrationsOf('postgres');
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  if (await hasRunAll(migrator)) return assertNotNewer(db, migrations);
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

const hasRunAll = async (migrator: Migrator): Promise<boolean> => (await migrator.getMigrations()).every(({ executedAt }) => executedAt);

/** Throws SchemaTooNew for tables of a newer version, which could not use the rows that this version would write. */
async function assertNotNewer(db: Kysely<Database>, migrations: Record<string, Migration>): Promise<void> {
  const applied = await db.withTables<{ kysely_migration: { name: string } }>().selectFrom('kysely_migration').select('name').execute();
  if (applied.some(({ name }) => !(name in migrations)))
    throw new SchemaTooNew('was made by a newer version of the site; install that version, or restore a backup of this one');
}
