import { existsSync } from 'node:fs';
import { readChangeToken } from '../database/change-token.ts';
import { restore, type AssertMayReplace } from '../database/copy.ts';
import { openSqliteEngine } from '../database/sqlite/open.ts';
import { upsert } from '../database/store-row.ts';
import { createOutboxRepository } from '../outbox/repository.ts';
import { createFunnelRepository } from '../funnel/repository.ts';
import { createLetters } from '../letters/repository.ts';
import { createOrganizers } from '../organizers/repository.ts';
import { erasePeopleWithIds } from '../people/erase-rows.ts';
import { createPeople } from '../people/repository.ts';
import { createWaitlist } from '../retreats/repository.ts';
import { skipClosedRetreat } from '../retreats/repository/closing.ts';
import { recordMovedAlong } from '../retreats/repository/move-along.ts';
import { findRetreatOfCorrection, joinWaitlist } from '../retreats/repository/joining.ts';
import { listRetreatRecords } from '../retreats/repository/record.ts';
import { createSubmissions } from '../submissions/repository.ts';
import { createWorkshops } from '../workshops/repository.ts';

/** Every repository over one database. */
export type Store = Awaited<ReturnType<typeof openStore>>;

/** Returns the file of a SQLite database; undefined for a server. */
export const sqliteFileOf = (databaseUrl: string) => (databaseUrl.startsWith('file:') ? databaseUrl.slice('file:'.length) : undefined);

/** Returns true if the database exists; opening creates it. A server is assumed to exist. */
export function storeExists(databaseUrl: string): boolean {
  const file = sqliteFileOf(databaseUrl);
  return file === undefined || existsSync(file);
}

/** The PostgreSQL driver uses memory that a site with SQLite does not need, so it is loaded on demand. */
async function openPostgres(databaseUrl: string) {
  const { openPostgresEngine } = await import('../database/postgres/open.ts');
  return openPostgresEngine(databaseUrl);
}

/**
 * Opens the database that DATABASE_URL names, `file:` and a path or `postgres://…`, creates or migrates its tables, and returns its
 * repositories. Throws StoreUnavailable when it cannot be opened or written.
 */
export async function openStore(databaseUrl: string) {
  const file = sqliteFileOf(databaseUrl);
  const opened = file === undefined ? await openPostgres(databaseUrl) : await openSqliteEngine(file);
  const { engine, close } = opened;
  return {
    submissions: createSubmissions(engine, {
      skipClosedRetreat,
      findRetreatOfCorrection: (db, corrected) => findRetreatOfCorrection(engine, db, corrected),
      onAccepted: async (db, { retreat, movedAlong, ...founder }) => {
        if (retreat) await joinWaitlist(engine, db, { retreat, ...founder });
        if (movedAlong) await recordMovedAlong(db, { ...movedAlong, to: retreat }, founder.at);
      },
    }),
    waitlist: createWaitlist(engine),
    workshops: createWorkshops(engine),
    people: createPeople(engine, listRetreatRecords),
    outbox: createOutboxRepository(engine),
    organizers: createOrganizers(engine),
    funnel: createFunnelRepository(engine),
    letters: createLetters(engine),
    database: {
      engine: engine.kind,
      /** The name of the database in messages, after the article: without its password. */
      displayName: engine.displayName,
      /** The connection pool with which several instances count rate limits together; undefined for SQLite. */
      limiter: opened.limiter,
      /** Returns one line for each damage that the engine's check found; none for a server, which checks itself. */
      checkIntegrity: opened.checkIntegrity,
      /** Throws StoreUnavailable when the last check in the background found a damage, and starts the next one when it is time. */
      assertIntact: opened.assertIntact,
      /** Writes a consistent copy into a new SQLite file while the site runs. Throws BackupFailed. */
      backUp: opened.backUp,
      /**
       * Replaces all rows by those of a copy, in one transaction. The copy is checked and migrated in `dataDir`; then `assertMayReplace` is
       * called in that transaction, which may throw Refused. People who were erased since the copy was made are erased again, for which the
       * secret is needed. Returns counts. Throws RestoreFailed.
       */
      restore: (copy: string, dataDir: string, secret: () => string, assertMayReplace?: AssertMayReplace) =>
        restore(engine, {
          copy,
          dataDir,
          eraseAgain: (db, addressIds) => erasePeopleWithIds(engine, db, addressIds, secret()),
          assertMayReplace,
        }),
      /** Overwrites deleted data in the engine's files. Returns what could not be overwritten and what to do; undefined if all was. */
      purge: opened.purge,
      /** Overwrites deleted house facts in the engine's files. */
      purgeHouseFacts: opened.purgeHouseFacts,
      /** Returns a token for each subject that changes whenever its data changes. */
      readChangeToken: () => readChangeToken(engine),
      /** Writes one row, since only a completed write shows that the disk accepts writes. Throws StoreUnavailable. */
      assertWritable: () => engine.transact((db) => upsert(db, 'write_probe', { id: 1 }, { written_at: new Date().toISOString() })),
    },
    /** Returns how many connections were cut off because their server did not close them in time. */
    close,
    [Symbol.asyncDispose]: async () => void (await close()),
  };
}
