import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { project } from './site.ts';

/** What a database server of the tests can do; the engine's own settings, so that a commit is on the disk. */
interface Server extends AsyncDisposable {
  database: () => Promise<string>;
}

/** A PostgreSQL server for the run, or nothing where the tests have none to lend. */
export async function startPostgres(): Promise<Server | undefined> {
  const file = join(project, 'test/support/postgres.ts');
  if (!existsSync(file)) return undefined;
  const { startPostgres: start } = (await import(file)) as { startPostgres: (options: { settings: string[] }) => Promise<Server> };
  return start({ settings: [] });
}
