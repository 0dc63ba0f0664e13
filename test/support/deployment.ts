import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** How the sites of a test run. Vitest's projects set it (vitest.config.ts); browser tests run over SQLite. */
export type Deployment = 'sqlite' | 'postgres';

/** The environment variable in which a Vitest project names its deployment. */
export const deploymentVariable = 'FOUNDER_HOUSE_TEST_DEPLOYMENT';

/** The environment variable that holds the address of this run's database service (postgres-service.ts). */
export const serviceVariable = 'FOUNDER_HOUSE_TEST_POSTGRES';

/** The environment variable that holds the path of this run's SQLite template (postgres-service.ts). */
export const templateVariable = 'FOUNDER_HOUSE_TEST_SQLITE_TEMPLATE';

const deployment = (process.env[deploymentVariable] ?? 'sqlite') as Deployment;

export const currentDeployment = () => deployment;

/** Returns the URL of a new database with the tables of this version on this run's PostgreSQL server, which the first call starts. */
export const createDatabase = () => requestFromService('/');

/** The same without tables. */
export const createEmptyDatabase = () => requestFromService('/empty');

/** Returns the path of a PostgreSQL data folder to copy, which the first call creates; undefined without a service, as in a benchmark. */
export async function requestDataFolder(): Promise<string | undefined> {
  return process.env[serviceVariable] ? requestFromService('/data-folder') : undefined;
}

async function requestFromService(path: string): Promise<string> {
  const response = await fetch(new URL(path, process.env[serviceVariable]));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

/**
 * Creates a SQLite database with the tables of this version unless the file exists. Without a template, as in a benchmark, the first process
 * that opens it creates the tables.
 */
export function createSqliteFile(file: string): void {
  const template = process.env[templateVariable];
  if (!template || existsSync(file)) return;
  mkdirSync(dirname(file), { recursive: true });
  copyFileSync(template, file);
}

/** Returns the settings of a site over PostgreSQL: over a new database unless `databaseUrl` names one. */
export async function postgresSettings(databaseUrl?: string): Promise<Record<string, string>> {
  return { DATABASE_URL: databaseUrl ?? (await createDatabase()), SECRET: 'the same on every instance of the tests' };
}

const settingsByFolder = new Map<string, Promise<Record<string, string>>>();

/** Returns the settings of an app over a data folder; the same folder gets the same database. */
export async function settingsFor(dataDir: string): Promise<Record<string, string>> {
  if (deployment === 'postgres' && !settingsByFolder.has(dataDir)) settingsByFolder.set(dataDir, postgresSettings());
  if (deployment === 'sqlite') createSqliteFile(join(dataDir, 'founder-house.db'));
  return { DATA_DIR: dataDir, ...(await settingsByFolder.get(dataDir)) };
}
