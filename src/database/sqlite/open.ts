import { statSync } from 'node:fs';
import type { Engine } from '../engine.ts';
import { migrateSqlite } from '../migrations/migrate.ts';
import { DatabaseProblem, resultCodeOf, unavailable } from '../unavailable.ts';
import { backUp } from './backup.ts';
import { openSqlite, timeoutMs } from './connection.ts';
import { listDamages, watchIntegrity } from './integrity.ts';
import { purge } from './purge.ts';
import { matchText } from './search.ts';
import { spooled } from './spool.ts';

const replaced = 'was deleted or replaced while the site was using it; put it back, and restart the site';

const inode = (file: string) => statSync(file, { throwIfNoEntry: false })?.ino;

/** An engine over one SQLite file, and what only SQLite can do. Throws StoreUnavailable when it cannot be opened or written. */
export async function openSqliteEngine(file: string) {
  const displayName = `database ${file}`;
  let openedInode: number | undefined;
  const isReplaced = () => openedInode !== undefined && inode(file) !== openedInode;
  /** A read of a file that was replaced can fail with any error of SQLite, for example as if the disk were broken. */
  const errorFor = (cause: unknown) =>
    unavailable(displayName, isReplaced() && resultCodeOf(cause) !== undefined ? new DatabaseProblem(replaced) : cause);
  /** Turns the engine's errors into messages for the operator. */
  const guarded = <Result>(work: () => Promise<Result> | Result) =>
    (async () => work())().catch((cause: unknown) => {
      throw errorFor(cause);
    });

  const { native, db } = await guarded(() => openSqlite(file));
  await guarded(() => migrateSqlite(native, db)).catch(async (error: unknown) => {
    await db.destroy();
    throw error;
  });

  openedInode = inode(file);
  /**
   * Every transaction begins with the one write lock. In WAL mode, SQLite continues to write to a file that was deleted or replaced, and
   * everything written would be lost (sqlite.org/howtocorrupt.html, 4.4).
   */
  const transact: Engine['transact'] = (work) =>
    guarded(() => {
      if (isReplaced()) throw new DatabaseProblem(replaced);
      return db.transaction().execute(work);
    });

  const engine: Engine = {
    kind: 'sqlite',
    displayName,
    transact,
    transactAlone: transact,
    read: (work) => guarded(() => work(db)),
    async *stream(work) {
      try {
        const reader = openSqlite(file);
        await using readerDb = reader.db;
        yield* spooled(reader.native, work(readerDb));
      } catch (cause) {
        throw errorFor(cause);
      }
    },
    readSnapshot: (work) =>
      guarded(async () => {
        const reader = openSqlite(file);
        await using readerDb = reader.db;
        reader.native.exec('BEGIN');
        return await work(readerDb);
      }),
    matchText: (text) => guarded(() => matchText(db, text)),
  };
  const watch = watchIntegrity(file);
  const close = async () => {
    await watch.stop();
    await db.destroy();
    return 0;
  };

  return {
    engine,
    checkIntegrity: () => guarded(() => listDamages(native)),
    assertIntact: () => guarded(() => watch.assertIntact()),
    backUp: (copy: string) => backUp(native, copy),
    purge: () => guarded(() => purge(file)),
    /**
     * Empties the write-ahead log, which still has deleted house facts: in the pages of their table, which has no search index, deleting
     * overwrites them. It does not wait for readers. SQLite refuses it inside a transaction, so it waits for the one that is in progress on
     * the connection.
     */
    purgeHouseFacts: () =>
      guarded(() =>
        db
          .connection()
          .execute(async () => native.exec(`PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA busy_timeout = ${timeoutMs}`)),
      ),
    limiter: undefined,
    /** Returns 0: the file has no server that could leave a connection open. */
    close,
    [Symbol.asyncDispose]: async () => void (await close()),
  };
}
