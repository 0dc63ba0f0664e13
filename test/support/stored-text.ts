import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { queryAll, queryDatabase } from './databases.ts';

/** Returns the names and contents of all files below a folder, one character per byte. */
export function everythingIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name + readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

/** Returns every row of every table of a PostgreSQL database as text. */
export async function everyRowOf(databaseUrl: string): Promise<string> {
  const tables = await queryDatabase(databaseUrl, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
  const rows = await queryAll(
    databaseUrl,
    tables.map(({ tablename }) => `SELECT t::text AS row FROM "${String(tablename)}" t`),
  );
  return rows
    .flat()
    .map(({ row }) => String(row))
    .join('\n');
}
