import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import type { SqliteStatement } from 'kysely';
import type { Database } from './schema.ts';

/** How long a statement waits for another process that is writing. */
const busyTimeout = 5000;

/** node:sqlite behind Kysely. `native` is for what only SQLite knows: locks, checks and copies. */
export interface Sqlite {
  native: DatabaseSync;
  db: Kysely<Database>;
}

/** In WAL mode with `synchronous=FULL` a commit is on the disk before it is acknowledged (sqlite.org/pragma.html#pragma_synchronous). */
export function openSqlite(file: string): Sqlite {
  const native = new DatabaseSync(file, { timeout: busyTimeout });
  native.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  const prepare = (sql: string): SqliteStatement => {
    const statement = native.prepare(sql);
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => statement.all(...(parameters as string[])),
      run: (parameters) => statement.run(...(parameters as string[])),
      iterate: (parameters) => statement.iterate(...(parameters as string[])),
    };
  };
  return { native, db: new Kysely<Database>({ dialect: new SqliteDialect({ database: { prepare, close: () => native.close() } }) }) };
}
