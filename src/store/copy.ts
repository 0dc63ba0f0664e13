import { closeSync, existsSync, mkdtempSync, openSync, rmSync, statSync, copyFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Engine } from './engine.ts';
import { keptTables } from './schema.ts';
import type { Database } from './schema.ts';
import { BackupFailed } from './sqlite/backup.ts';
import { openSqliteEngine } from './sqlite/open.ts';

/** A copy could not be put back. The message names the file and the reason; what was there stands. */
export class RestoreFailed extends Error {
  override name = 'RestoreFailed';
}

/** How many rows one statement inserts. */
const atOnce = 500;

/**
 * Copies what a server holds, as it is at one moment, into a new SQLite file: the same file that SQLite's own backup makes, so that a copy can be
 * put back into either. Throws BackupFailed; nothing is left of the copy then.
 */
export async function copyInto(engine: Engine, copy: string): Promise<{ bytes: number; submissions: number }> {
  if (existsSync(copy)) throw new BackupFailed(`${copy}: there is a file already; choose another name, so that no copy is lost`);
  if (!existsSync(dirname(copy))) throw new BackupFailed(`${copy}: there is no folder ${dirname(copy)}; make it first`);
  try {
    closeSync(openSync(copy, 'wx', 0o600));
    const target = await openSqliteEngine(copy);
    try {
      const submissions = await engine.snapshot((from) => target.engine.transact((to) => copyRows(from, to)));
      return { bytes: statSync(copy).size, submissions };
    } finally {
      await target.close();
    }
  } catch (cause) {
    for (const suffix of ['', '-wal', '-shm']) rmSync(copy + suffix, { force: true });
    throw new BackupFailed(`${copy}: the copy cannot be made (${(cause as Error).message})`, { cause });
  }
}

/** See Store.restore. The copy itself is not touched: one of an older release is brought up to date in a place of its own. */
export async function restore(engine: Engine, copy: string): Promise<{ submissions: number }> {
  if (!existsSync(copy)) throw new RestoreFailed(`${copy}: there is no such file; write the name that "organizer backup" was given`);
  const folder = mkdtempSync(join(tmpdir(), 'founder-house-restore-'));
  try {
    const file = join(folder, 'copy.db');
    copyFileSync(copy, file);
    const source = await openSqliteEngine(file);
    try {
      const [damage] = await source.integrity();
      if (damage !== undefined) throw new RestoreFailed(`${copy}: it is damaged (${damage}); take another copy`);
      const submissions = await source.engine.snapshot((from) => engine.transact((to) => replaceRows(engine, from, to)));
      return { submissions };
    } finally {
      await source.close();
    }
  } catch (cause) {
    if (cause instanceof RestoreFailed) throw cause;
    throw new RestoreFailed(`${copy}: it cannot be put back (${(cause as Error).message})`, { cause });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function replaceRows(engine: Engine, from: Kysely<Database>, to: Transaction<Database>): Promise<number> {
  for (const table of keptTables) await to.deleteFrom(table).execute();
  const submissions = await copyRows(from, to);
  // A server numbers the next submission from a sequence, which does not look at the rows.
  if (engine.kind === 'postgres')
    await sql`SELECT setval(pg_get_serial_sequence('submissions', 'number'), (SELECT coalesce(max(number), 0) + 1 FROM submissions), false)`.execute(
      to,
    );
  return submissions;
}

/** Answers how many submissions there were. */
async function copyRows(from: Kysely<Database>, to: Transaction<Database>): Promise<number> {
  let submissions = 0;
  for (const table of keptTables) {
    const insert = (rows: never[]) => to.insertInto(table).values(rows).execute();
    let rows: unknown[] = [];
    for await (const row of from.selectFrom(table).selectAll().stream(atOnce)) {
      rows.push(row);
      if (table === 'submissions') submissions += 1;
      if (rows.length < atOnce) continue;
      await insert(rows as never[]);
      rows = [];
    }
    if (rows.length > 0) await insert(rows as never[]);
  }
  return submissions;
}
