import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makeFolder } from './sqlite/connection.ts';

const prefix = '.founder-house-work-';
const pattern = /^\.founder-house-work-(\d+)-/u;

/** The names of the folders that this process has made. */
const ownFolders = new Set<string>();

/**
 * Creates a folder in `parent` for copies of the database that are being written. Only this user can read it, and it is gone at the end of
 * the block. A process that is killed leaves it behind: its name holds the process id, so that `removeAbandoned` can tell.
 */
export function createWorkFolder(parent: string) {
  makeFolder(parent);
  removeAbandoned(parent);
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`));
  ownFolders.add(basename(folder));
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Removes the work folders in `parent` whose processes have ended. A container that is started again can give a process the id of one that
 * was killed.
 */
export function removeAbandoned(parent: string): void {
  for (const name of namesIn(parent)) {
    const pid = Number(pattern.exec(name)?.[1]);
    if (Number.isNaN(pid)) continue;
    const isInUse = pid === process.pid ? ownFolders.has(name) : isRunning(pid);
    if (!isInUse) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

/** A folder that this user may write to but not list has nothing that this process could remove. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isRunning(pid: number): boolean {
  try {
    // Signal 0 only checks (kill(2)). EPERM: the process of another user.
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
