import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, SqliteDialect, SqliteDriver, SqliteQueryCompiler } from 'kysely';
import type { SelectQueryNode, SqliteDatabase, SqliteStatement } from 'kysely';
import type { Database } from '../schema.ts';
import { DatabaseProblem, isBusy } from '../unavailable.ts';

/** How long a write waits for another process that is writing. */
export const timeoutMs = 5000;

/** node:sqlite behind Kysely. `native` is for what only SQLite knows: locks, checks and copies. */
interface Sqlite {
  native: DatabaseSync;
  db: Kysely<Database>;
}

/**
 * Opens a file, and makes it if there is none. Throws DatabaseProblem if there is none but its write-ahead log is there: the log
 * has what was committed last, SQLite would delete it, and a process that still has it open would share it with the new file. In WAL mode
 * with `synchronous=FULL` a commit is on the disk before it is acknowledged (sqlite.org/pragma.html#pragma_synchronous). Only this user can
 * read the file, since it contains personal data.
 */
export function openSqlite(file: string): Sqlite {
  if (!existsSync(file) && existsSync(`${file}-wal`))
    throw new DatabaseProblem(
      'was moved without its write-ahead log, the file beside it that ends in -wal, which has what was stored last; stop the site, then put the database back, or move the files that end in -wal and -shm to it',
    );
  makeFolder(dirname(file));
  closeSync(openSync(file, 'a', 0o600));
  const native = new DatabaseSync(file, { timeout: timeoutMs });
  try {
    native.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;');
  } catch (error) {
    native.close();
    throw error;
  }
  const database = adapted(native);
  const dialect = new SqliteDialect({ database });
  dialect.createDriver = () => new WaitingDriver(native, database);
  dialect.createQueryCompiler = () => new LocklessCompiler();
  return { native, db: new Kysely<Database>({ dialect }) };
}

/** Creates the folders one after the other: with `recursive`, Node.js never returns if a folder accepts none, such as /proc. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!existsSync(folder)) throw error;
  }
}

/** How many prepared statements are kept. The site has a few dozen; lists of ids with many lengths make more. */
const keptStatements = 200;

/**
 * The few methods that Kysely calls on better-sqlite3. Preparing a statement costs more than running most of them, so
 * prepared statements are kept.
 */
function adapted(native: DatabaseSync): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  const prepare = (sql: string): SqliteStatement => {
    const known = kept.get(sql);
    if (known) {
      kept.delete(sql);
      kept.set(sql, known);
      return known;
    }
    const statement = native.prepare(sql);
    const prepared: SqliteStatement = {
      reader: statement.columns().length > 0,
      all: (parameters) => statement.all(...(parameters as string[])),
      run: (parameters) => statement.run(...(parameters as string[])),
      // A statement of its own: using one statement twice would restart the rows of the first use.
      iterate: (parameters) => native.prepare(sql).iterate(...(parameters as string[])),
    };
    // The least recently used statement is the first one.
    if (kept.size >= keptStatements) kept.delete(kept.keys().next().value as string);
    kept.set(sql, prepared);
    return prepared;
  };
  return { prepare, close: () => native.close() };
}

/** Leaves out the locks of rows, such as FOR UPDATE, which SQLite does not know: only one transaction writes at a time. */
class LocklessCompiler extends SqliteQueryCompiler {
  protected override visitSelectQuery(query: SelectQueryNode): void {
    super.visitSelectQuery({ ...query, endModifiers: undefined });
  }
}

/** Begins a transaction with the write lock, and waits for the lock without blocking the process, which continues to send pages. */
class WaitingDriver extends SqliteDriver {
  private readonly native: DatabaseSync;
  private gaveUpAt = -Infinity;

  constructor(native: DatabaseSync, database: SqliteDatabase) {
    super({ database });
    this.native = native;
  }

  override async beginTransaction(): Promise<void> {
    // After a wait that timed out, those queued behind it try only once: otherwise the tenth visitor would wait ten times as long.
    const deadline = performance.now() - this.gaveUpAt < 1000 ? 0 : performance.now() + timeoutMs;
    while (!this.tryToBegin(performance.now() > deadline)) await pause(1 + Math.random() * 9);
  }

  /** A full disk has ended the transaction already (sqlite.org/lang_transaction.html, 3); a second ROLLBACK would hide why. */
  override async rollbackTransaction(): Promise<void> {
    if (this.native.isTransaction) this.native.exec('ROLLBACK');
  }

  private tryToBegin(isLastTry: boolean): boolean {
    try {
      this.native.exec('PRAGMA busy_timeout = 0; BEGIN IMMEDIATE;');
      return true;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (!isLastTry) return false;
      this.gaveUpAt = performance.now();
      throw error;
    } finally {
      this.native.exec(`PRAGMA busy_timeout = ${timeoutMs}`);
    }
  }
}
