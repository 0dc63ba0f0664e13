import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import { backup } from './backup.ts';
import { damagesIn } from './integrity.ts';
import { migrate } from './migrations/migrate.ts';
import { openSqlite } from './sqlite.ts';
import type { Store } from './store.ts';
import { record, submissions, submissionsCalled } from './submissions.ts';
import { StoreUnavailable } from './unavailable.ts';

const fileOf = (databaseUrl: string) => databaseUrl.replace(/^file:/u, '');

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

  const { native, db } = await guarded(() => {
    // What founders wrote is nobody else's on this machine.
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    return openSqlite(file);
  });
  await guarded(() => migrate(native, db as never)).catch(async (error: unknown) => {
    await db.destroy();
    throw error;
  });

  /** SQLite in WAL mode would go on writing into a file that was deleted or replaced, and all of it would be lost (sqlite.org/howtocorrupt.html, 4.4). */
  const opened = statSync(file).ino;
  const assertInPlace = () => {
    if (statSync(file).ino !== opened) throw new Error('moved: another file stands in its place');
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
        // It changes nothing, but takes the write lock.
        await db.updateTable('submissions').set({ state: 'accepted' }).where(sql<boolean>`false`).execute();
      }),
    integrity: () => guarded(() => damagesIn(native)),
    backup: async (copy) => backup(native, copy),
    close: () => db.destroy(),
  };
}
