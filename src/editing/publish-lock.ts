import { accessSync, constants, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Refused } from '../refused.ts';
import { diskProblem } from './disk-problem.ts';

/** SQLite's result code for a file that another connection has locked (SQLITE_BUSY). */
const busy = 5;

/** Another process publishes, or builds the site. */
export class PublishingIsLocked extends Refused {
  override name = 'PublishingIsLocked';
}

/** Returns the path of the lock that a publish and `npm run build` hold while they replace a build. */
export const buildLockPath = (dist: string): string => `${dist}.lock`;

/**
 * Returns the publish lock, which one process can hold; disposing of it releases the lock. SQLite locks the file, so the operating system
 * releases it when the process is killed. Throws PublishingIsLocked if another process holds the lock for longer than `waitMs`, and
 * Refused if the file cannot be written.
 */
export function lockPublishing(path: string, waitMs = 0): Disposable {
  let file: DatabaseSync | undefined;
  try {
    mkdirSync(dirname(path), { recursive: true });
    file = new DatabaseSync(path, { timeout: waitMs });
    // A journal in a file would stay beside the lock after a kill.
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    // Several processes can lock a file that they can only read.
    accessSync(path, constants.W_OK);
  } catch (error) {
    file?.close();
    if ((error as { errcode?: number }).errcode === busy)
      throw new PublishingIsLocked(
        'Somebody is publishing right now, or the site is being built on the server. Wait until that is done, and try again.',
      );
    throw new Refused(
      `The server cannot write ${path}, so nothing can be published: ${diskProblem(error) ?? `${(error as Error).message}.`} "Publishing from the desk" in docs/operating.md names the folders that it must be able to write.`,
    );
  }
  return { [Symbol.dispose]: () => file.close() };
}
