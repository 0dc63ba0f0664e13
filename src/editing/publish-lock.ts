import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { EditRefused } from './edit-refused.ts';

/** SQLite's result code for a file that another connection has locked (SQLITE_BUSY). */
const busy = 5;

/**
 * Returns the right to publish from a data folder, which one process has at a time; disposing of it gives it back. SQLite locks the file, so the operating
 * system gives it back when the process is killed. Throws EditRefused if another process has it for longer than `waitMs`.
 */
export function lockPublishing(dataDir: string, waitMs = 0): Disposable {
  mkdirSync(dataDir, { recursive: true });
  const file = new DatabaseSync(join(dataDir, 'content-publish.lock'), { timeout: waitMs });
  try {
    file.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode !== busy) throw error;
    throw new EditRefused('Somebody is publishing at this moment. Wait until it is done, and try again.');
  }
  return { [Symbol.dispose]: () => file.close() };
}
