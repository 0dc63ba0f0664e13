import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { damaged, DatabaseProblem, resultCodeOf } from '../unavailable.ts';

/** Returns one line for each damage; none if all is well (sqlite.org/pragma.html#pragma_integrity_check). */
export function listDamages(database: DatabaseSync): string[] {
  const lines = database.prepare('PRAGMA integrity_check').all();
  return lines.map((row) => String(row['integrity_check'])).filter((line) => line !== 'ok');
}

/** The least pause between two checks, and as a multiple of the time of the last one: checks use at most 5 % of one processor. */
const minPauseMs = 5000;
const pausePerCheck = 20;

/**
 * The first readiness check waits for the first integrity check, but no longer than this: a large file takes longer, and the site can
 * serve requests meanwhile.
 */
const maxFirstWaitMs = 2000;

/**
 * Returns `assertIntact`, which throws what the last check of the file found, and starts another when it is time. A thread of its own reads
 * the file from the disk: requests do not wait for it, and pages in this connection's memory do not hide damage.
 */
export function watchIntegrity(file: string) {
  let damage: string | undefined;
  let checking: Promise<void> | undefined;
  let worker: Worker | undefined;
  let nextAt = 0;
  let isFirst = true;

  async function check(): Promise<void> {
    const result = await new Promise<CheckResult | undefined>((resolve) => {
      worker = new Worker(import.meta.filename, { workerData: { checkIntegrityOf: file } });
      worker.once('message', resolve);
      // A thread that cannot start because memory is low has found nothing.
      worker.once('error', () => resolve(undefined));
      // After the message, or without one where the check was stopped.
      worker.once('exit', () => resolve(undefined));
    });
    if (result) damage = result.damage;
    nextAt = performance.now() + Math.max(minPauseMs, (result?.tookMs ?? 0) * pausePerCheck);
  }

  return {
    async assertIntact(): Promise<void> {
      if (!checking && performance.now() >= nextAt) checking = check().finally(() => (checking = undefined));
      if (isFirst && checking) await Promise.race([checking, pause(maxFirstWaitMs, undefined, { ref: false })]);
      isFirst = false;
      if (damage !== undefined) throw new DatabaseProblem(`${damaged} (${damage})`);
    },
    stop: async () => void (await worker?.terminate()),
  };
}

/** What the thread sends: the first damage, and how long the check took without the start of the thread. */
interface CheckResult {
  damage: string | undefined;
  tookMs: number;
}

/** Runs in the thread. Returns the first damage. */
function checkInThread(file: string): string | undefined {
  try {
    using database = new DatabaseSync(file, { readOnly: true, timeout: minPauseMs });
    return listDamages(database)[0];
  } catch (error) {
    // 11: SQLITE_CORRUPT, 26: SQLITE_NOTADB (sqlite.org/rescode.html). The write of each readiness check finds any other problem.
    return [11, 26].includes(resultCodeOf(error) ?? 0) ? (error as Error).message : undefined;
  }
}

const data = workerData as { checkIntegrityOf?: string } | null;
if (!isMainThread && data?.checkIntegrityOf !== undefined) {
  const startedAt = performance.now();
  const damage = checkInThread(data.checkIntegrityOf);
  const result: CheckResult = { damage, tookMs: performance.now() - startedAt };
  parentPort?.postMessage(result, []);
}
