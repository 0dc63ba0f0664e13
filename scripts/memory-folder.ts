import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const sharedMemory = '/dev/shm';

/** More than twice of what the temporary files of all tests take at most. */
const neededBytes = 8 * 1024 ** 3;

/**
 * Returns the folder of a file system in memory (`/dev/shm` on Linux) for the temporary files of the tests; undefined if there is none, or
 * it has too little room, or runs no programs. The tests create and remove some hundred thousand files, and ext4 searches long for an
 * inode that was not used for a minute: creating a database there took ten times as long.
 */
export function memoryFolder(): string | undefined {
  let folder: string | undefined;
  try {
    const { bavail, bsize } = statfsSync(sharedMemory);
    if (bavail * bsize < neededBytes || process.availableMemory() < neededBytes) return undefined;
    folder = mkdtempSync(join(sharedMemory, 'founder-house-'));
    const program = join(folder, 'true');
    copyFileSync('/bin/true', program);
    return spawnSync(program).status === 0 ? sharedMemory : undefined;
  } catch {
    return undefined;
  } finally {
    if (folder) rmSync(folder, { recursive: true });
  }
}
