import { setTimeout } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../schema.ts';
import { purgedTables } from '../tables.ts';

/** How long a purge waits for transactions that began before it: VACUUM keeps every row that one of them can still read. */
const maxReaderWaitMs = 500;

const pollIntervalMs = 20;

/**
 * Removes deleted rows from the files with VACUUM (PostgreSQL's manual, 24.1). Returns what could not be removed and what to do, as
 * sentences; undefined if all was.
 */
export async function purge(db: Kysely<Database>): Promise<string | undefined> {
  const { rows } = await sql<{ startedAt: string }>`SELECT clock_timestamp()::text AS "startedAt"`.execute(db);
  const startedAt = rows[0]!.startedAt;
  const deadlineMs = performance.now() + maxReaderWaitMs;
  let isRead = await hasOlderReader(db, startedAt);
  while (isRead && performance.now() < deadlineMs) {
    await setTimeout(pollIntervalMs);
    isRead = await hasOlderReader(db, startedAt);
  }
  await sql`VACUUM ${sql.join(purgedTables.map((table) => sql.table(table)))}`.execute(db);
  if (!isRead) return undefined;
  return (
    'Erased data is still in the files of the PostgreSQL server, because something else was reading the database, such as an export. ' +
    'The next VACUUM removes it. To remove it now, end what reads the database and run VACUUM in it.'
  );
}

/** Returns whether a transaction that began before an instant can still read rows. VACUUM itself holds back no other VACUUM. */
async function hasOlderReader(db: Kysely<Database>, instant: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
      AND backend_xmin IS NOT NULL AND xact_start < ${instant}::timestamptz AND query NOT LIKE 'VACUUM%'
    LIMIT 1`.execute(db);
  return rows.length > 0;
}
