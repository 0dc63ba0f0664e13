/** Where the service of this run answers that makes databases (postgres-service.ts). */
export const serviceName = 'FOUNDER_HOUSE_TEST_POSTGRES';

/** The address of a new database on the PostgreSQL server of this run, which the first one starts. */
export async function newDatabase(): Promise<string> {
  const answer = await fetch(process.env[serviceName] as string);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

/** What a site over PostgreSQL is started with: a database of its own, unless it is to share one. */
export async function onPostgres(databaseUrl?: string): Promise<Record<string, string>> {
  const url = databaseUrl ?? (await newDatabase());
  databases.push(url);
  return { DATABASE_URL: url, SECRET: 'the same on every instance of the tests' };
}

/** Those that sites of this test file were given, the first one first. */
export const databases: string[] = [];

export type Arrangement = 'sqlite' | 'postgres' | 'two instances over postgres';

let arrangement: Arrangement = 'sqlite';

/** How the sites of this test file run from now on, where they are not told. */
export function arrange(how: Arrangement): void {
  arrangement = how;
}

export const arranged = () => arrangement;

const ownDatabase = new Map<string, Promise<Record<string, string>>>();

/** What a house over a data folder is set to: nothing more, or a PostgreSQL database of its own. */
export async function settingsOf(dataDir: string): Promise<Record<string, string>> {
  if (arrangement === 'postgres' && !ownDatabase.has(dataDir)) ownDatabase.set(dataDir, onPostgres());
  return { DATA_DIR: dataDir, ...(await ownDatabase.get(dataDir)) };
}
