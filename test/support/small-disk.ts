import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const run = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: 'utf8' }).status === 0;

/** Mounts a file system of 2 MB, by default at a new folder, if the machine allows it. */
export function smallDisk(folder = mkdtempSync(join(tmpdir(), 'founder-house-disk-'))) {
  const mounted = process.getuid?.() === 0 && run('mount', '-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder);
  const remove = () => {
    if (mounted) run('umount', folder);
    rmSync(folder, { recursive: true, force: true });
  };
  const filler = join(folder, 'filler');
  return {
    folder,
    mounted,
    /** Leaves not one byte of space. */
    fill() {
      for (const size of [65_536, 512, 1]) fillWith(filler, size);
    },
    empty: () => rmSync(filler),
    /** Mounts it again with other options. */
    remount: (options: string) => run('mount', '-o', `remount,${options}`, folder),
    [Symbol.dispose]: remove,
  };
}

function fillWith(file: string, size: number): void {
  try {
    for (;;) appendFileSync(file, Buffer.alloc(size));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

/** True if this machine can have a full disk. */
export const canMount = (() => {
  using disk = smallDisk();
  return disk.mounted;
})();
if (!canMount) console.warn('NOT TESTED: a full disk. Only root may mount a small file system here.');
