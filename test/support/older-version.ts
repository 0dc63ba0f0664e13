import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { Pool } from 'pg';
import { migrationsOf } from '../../src/database/migrations/migrate.ts';
import { openSqlite } from '../../src/database/sqlite/connection.ts';
import { emptyDatabaseUrl, queryDatabase } from './databases.ts';
import type { EngineName } from './databases.ts';

/** Creates a database with the tables that the version with this last migration had. Returns its URL and a function that runs SQL in it. */
export async function olderDatabase(engine: EngineName, folder: string, lastMigration: string) {
  const databaseUrl = await emptyDatabaseUrl(engine, folder);
  const db =
    engine === 'sqlite'
      ? openSqlite(databaseUrl.slice('file:'.length)).db
      : new Kysely({ dialect: new PostgresDialect({ pool: new Pool({ connectionString: databaseUrl }) }) });
  const migrations = Object.entries(migrationsOf(engine)).filter(([name]) => name <= lastMigration);
  const { error } = await new Migrator({
    db: db as never,
    provider: { getMigrations: async () => Object.fromEntries(migrations) },
    disableTransactions: engine === 'sqlite',
  }).migrateToLatest();
  await db.destroy();
  if (error) throw error;
  return { databaseUrl, query: (text: string) => queryDatabase(databaseUrl, text) };
}

/** Returns the statement that inserts a row. Values are numbers, null, or text without quotation marks that need care. */
export function insertInto(table: string, row: Record<string, string | number | null>): string {
  const values = Object.values(row).map((value) => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)));
  return `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${values.join(', ')})`;
}
