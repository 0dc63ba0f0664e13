import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';

/** How long a purge waits for another process that is writing. */
const timeoutMs = 5000;

/** How long the write-ahead log waits for its readers to end before it stays as it is. Nothing else can write meanwhile. */
const maxReaderWaitMs = 500;

/**
 * Overwrites deleted data in the search index, in free pages and in the write-ahead log (sqlite.org/pragma.html#pragma_secure_delete). A
 * thread of its own does it, so that requests do not wait. Returns what could not be overwritten and what to do, as sentences; undefined if
 * all was.
 */
export async function purge(file: string): Promise<string | undefined> {
  const worker = new Worker(import.meta.filename, { workerData: { purge: file } });
  const [isLogEmpty] = (await once(worker, 'message')) as [boolean];
  if (isLogEmpty) return undefined;
  return (
    `Erased data is still in ${file}-wal, because something else was reading the database, such as Litestream or an export. The daily run ` +
    'tries again to remove it. To remove it now, end what reads the database and run "organizer erase-expired".'
  );
}

/** Runs in the thread. Returns whether the write-ahead log is empty. */
function purgeInThread(file: string): boolean {
  using database = new DatabaseSync(file, { timeout: timeoutMs });
  database.exec("PRAGMA secure_delete = ON; INSERT INTO submissions_search (submissions_search) VALUES ('optimize'); VACUUM;");
  database.exec(`PRAGMA busy_timeout = ${maxReaderWaitMs}`);
  return database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0;
}

const data = workerData as { purge?: string } | null;
if (!isMainThread && data?.purge !== undefined) parentPort?.postMessage(purgeInThread(data.purge), []);
