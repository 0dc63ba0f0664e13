import { chmodSync, copyFileSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql, type Kysely, type Transaction } from 'kysely';
import { Refused } from '../refused.ts';
import { countRows } from './count-rows.ts';
import type { Engine } from './engine.ts';
import { recordDeletion } from './job-runs.ts';
import { backupTables } from './tables.ts';
import type { Database } from './schema.ts';
import { intoNewFile, type Copied } from './sqlite/backup.ts';
import { openSqliteEngine } from './sqlite/open.ts';
import { SchemaTooNew } from './unavailable.ts';
import { createWorkFolder } from './work-folder.ts';

/** A copy could not be restored. The message names the file and the reason; the database is unchanged. */
export class RestoreFailed extends Error {
  override name = 'RestoreFailed';
}

/**
 * A restore adds to these tables and removes nothing: a founder who unsubscribed from letters, or was erased, after a copy was made stays
 * unsubscribed, or erased, when the copy is restored.
 */
const keptOnRestore: readonly string[] = ['letter_opt_outs', 'erasures'] satisfies (keyof Database)[];

/** Erases the people with these address ids from the restored rows. Returns their number. */
type EraseAgain = (db: Transaction<Database>, addressIds: Set<string>) => Promise<number>;

interface RestoreParts {
  /** The file of the copy. */
  copy: string;
  dataDir: string;
  eraseAgain: EraseAgain;
  assertMayReplace?: AssertMayReplace | undefined;
}

/** Is called with the number of submissions that a restore is about to replace. Throws Refused if it must not replace them. */
export type AssertMayReplace = (submissions: number) => void;

const rowsPerInsert = 500;

/**
 * Copies a server's data, as of one moment, into a new SQLite file: the same file that SQLite's own backup makes, so that a copy can be
 * restored into either engine. Throws BackupFailed; then nothing of the copy is left.
 */
export function copyInto(engine: Engine, copy: string): Promise<Copied> {
  return intoNewFile(copy, async (file) => {
    await copyIntoSqlite(engine, file);
    // Without a write-ahead log, the copy is a single file even while it is read.
    using native = new DatabaseSync(file);
    native.exec('PRAGMA journal_mode = DELETE');
  });
}

async function copyIntoSqlite(engine: Engine, file: string): Promise<void> {
  await using target = await openSqliteEngine(file);
  await engine.readSnapshot((from) => target.engine.transactAlone((to) => copyRows(from, to)));
}

/**
 * Replaces all rows of a database with those of a copy, in one transaction, which also repeats the erasures of people since the copy was
 * made. The copy itself is not changed: it is copied into a work folder in `dataDir`, and migrated there if an older version made it.
 * Returns the numbers of submissions, of due deliveries, and of people who were erased again. Throws RestoreFailed, and Refused from
 * `assertMayReplace`.
 */
export async function restore(engine: Engine, { copy, dataDir, eraseAgain, assertMayReplace }: RestoreParts) {
  assertCopyExists(copy);
  try {
    using work = createWorkFolder(dataDir);
    const file = join(work.folder, 'copy.db');
    for (const suffix of ['', '-wal']) if (existsSync(copy + suffix)) copyPrivately(copy + suffix, file + suffix);
    if (!isDatabase(file))
      throw new RestoreFailed(`${copy}: it is not a backup of this site's database; use a file that "organizer backup" wrote`);
    await using source = await openSqliteEngine(file);
    const [damage] = await source.checkIntegrity();
    if (damage !== undefined) throw new RestoreFailed(`${copy}: it is damaged (${damage}); use another copy`);
    return await source.engine.readSnapshot((from) =>
      engine.transactAlone(async (to) => {
        // In the transaction: the site may have stored a submission a moment ago.
        assertMayReplace?.(await countRows(to.selectFrom('submissions')));
        return replaceRows(engine, from, to, eraseAgain);
      }),
    );
  } catch (error) {
    if (error instanceof RestoreFailed || error instanceof Refused) throw error;
    const { cause, message } = error as Error;
    const reason = cause instanceof SchemaTooNew ? 'it was made by a newer version of the site; install that version' : message;
    throw new RestoreFailed(`${copy}: it cannot be restored (${reason})`, { cause: error });
  }
}

/** Throws RestoreFailed if there is no such file, and for a folder. */
export function assertCopyExists(copy: string): void {
  if (!existsSync(copy)) throw new RestoreFailed(`${copy}: this file does not exist; use the name that you gave to "organizer backup"`);
  if (statSync(copy).isDirectory()) throw new RestoreFailed(`${copy}: this is a folder; name one of the copies in it`);
}

/** copyFileSync keeps the mode of its source, which other users may be allowed to read. */
function copyPrivately(from: string, to: string): void {
  copyFileSync(from, to);
  chmodSync(to, 0o600);
}

/**
 * Opening a file creates missing tables: without this check, an empty file or another program's database would count as an empty backup.
 */
function isDatabase(file: string): boolean {
  try {
    using native = new DatabaseSync(file);
    return native.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'submissions'").get() !== undefined;
  } catch {
    return false;
  }
}

async function replaceRows(engine: Engine, from: Kysely<Database>, to: Transaction<Database>, eraseAgain: EraseAgain) {
  for (const table of backupTables) if (!keptOnRestore.includes(table)) await to.deleteFrom(table).execute();
  await copyRows(from, to);
  const missing = await erasuresMissingIn(from, to);
  const erasedAgain = missing.size > 0 ? await eraseAgain(to, missing) : 0;
  await recordDeletion(to, new Date());
  // A server numbers the next submission from a sequence, which does not know the copied rows.
  if (engine.kind === 'postgres')
    await sql`SELECT setval(pg_get_serial_sequence('submissions', 'number'), (SELECT coalesce(max(number), 0) + 1 FROM submissions), false)`.execute(
      to,
    );
  const submissions = await countRows(to.selectFrom('submissions'));
  return { submissions, erasedAgain, due: await countRows(to.selectFrom('deliveries').where('state', '=', 'due')) };
}

/**
 * Returns the address ids of the erasures that a copy does not contain. An erasure and its row are one transaction, so the copy was made
 * before these. Comparing rows instead of times keeps a founder who signed up again after an erasure, even if the clock was wrong.
 */
async function erasuresMissingIn(copy: Kysely<Database>, db: Kysely<Database>): Promise<Set<string>> {
  const copied = new Set((await erasuresIn(copy)).map(({ key }) => key));
  return new Set((await erasuresIn(db)).filter(({ key }) => !copied.has(key)).map(({ addressId }) => addressId));
}

async function erasuresIn(db: Kysely<Database>): Promise<{ addressId: string; key: string }[]> {
  const rows = await db.selectFrom('erasures').selectAll().execute();
  return rows.map((row) => ({ addressId: row.address_id, key: `${row.address_id} ${row.erased_at}` }));
}

async function copyRows(from: Kysely<Database>, to: Transaction<Database>): Promise<void> {
  for (const table of backupTables) {
    const insert = (rows: never[]) =>
      to
        .insertInto(table)
        .values(rows)
        .$if(keptOnRestore.includes(table), (query) => query.onConflict((conflict) => conflict.doNothing()))
        .execute();
    let rows: never[] = [];
    for await (const row of from.selectFrom(table).selectAll().stream(rowsPerInsert)) {
      rows.push(row as never);
      if (rows.length < rowsPerInsert) continue;
      await insert(rows);
      rows = [];
    }
    if (rows.length > 0) await insert(rows);
  }
}
