import { existsSync, statSync } from 'node:fs';
import { backup } from './backup.ts';
import { damagesIn } from './integrity.ts';
import { migrate } from './migrations/migrate.ts';
import { openSqlite } from './sqlite.ts';
import type { Store } from './store.ts';
import { record, submissions, submissionsCalled } from './submissions.ts';
import { Moved, StoreUnavailable } from './unavailable.ts';

const fileOf = (databaseUrl: string) => databaseUrl.replace(/^file:/u, '');

const inode = (file: string) => statSync(file, { throwIfNoEntry: false })?.ino;

/** Whether there is a store already; opening makes one. */
export function storeExists(databaseUrl: string): boolean {
  return existsSync(fileOf(databaseUrl));
}

/**
 * Opens the store that DATABASE_URL names, `file:` and a path, and makes it where there is none.
 * Throws StoreUnavailable when it cannot be opened or written.
 */
export async function openStore(databaseUrl: string): Promise<Store> {
  const file = fileOf(databaseUrl);
  /** Whatever the engine throws, its caller learns in an operator's words. */
  const guarded = <Result>(work: () => Promise<Result> | Result) =>
    (async () => work())().catch((cause: unknown) => {
      throw new StoreUnavailable(file, cause);
    });

  const { native, db } = await guarded(() => openSqlite(file));
  await guarded(() => migrate(native, db as never)).catch(async (error: unknown) => {
    await db.destroy();
    throw error;
  });

  const opened = inode(file);
  /** SQLite in WAL mode goes on writing into a file that was deleted or replaced, and all of it would be lost (sqlite.org/howtocorrupt.html, 4.4). */
  const assertInPlace = () => {
    if (inode(file) !== opened) throw new Moved();
  };

  return {
    record: (submission) =>
      guarded(() => {
        assertInPlace();
        return record(db, submission);
      }),
    async *submissions(filter = {}) {
      // A connection of its own: a long list holds up nobody, and sees one moment.
      const reader = await guarded(() => openSqlite(file));
      try {
        yield* submissions(reader.db, filter);
      } catch (cause) {
        throw new StoreUnavailable(file, cause);
      } finally {
        await reader.db.destroy();
      }
    },
    submissionsCalled: (id) => guarded(() => submissionsCalled(db, id)),
    assertWritable: () =>
      guarded(async () => {
        assertInPlace();
        const probe = { id: 1, written_at: new Date().toISOString() };
        // Only a write that reached the disk shows that there is room for one.
        await db.transaction().execute((transaction) =>
          transaction
            .insertInto('write_probe')
            .values(probe)
            .onConflict((conflict) => conflict.column('id').doUpdateSet(probe))
            .execute(),
        );
      }),
    integrity: () => guarded(() => damagesIn(native)),
    backup: async (copy) => backup(native, copy),
    close: () => db.destroy(),
  };
}
