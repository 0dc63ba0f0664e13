import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Windows flushes only what may be written; elsewhere a file of another owner can be flushed too. */
const openMode = process.platform === 'win32' ? 'r+' : 'r';

/** Waits until the bytes of a file are on the disk. */
export function flushFile(path: string): void {
  const file = openSync(path, openMode);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Waits until the names in a folder are on the disk, so that a rename is kept through a power failure. Windows and some network shares
 * cannot do this; there, the rename is as safe as the file system makes it.
 */
export function flushNames(folder: string): void {
  try {
    flushFile(folder);
  } catch {
    // The rename has already happened, so it is too late to refuse it.
  }
}

/** How many files are flushed at a time: a disk writes several together, and a process may open some hundred. */
const concurrency = 16;

/** Waits until all files below a folder are on the disk. Other work continues meanwhile. */
export async function flushFilesIn(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const remaining = paths.values();
  const flushRemaining = async () => {
    for (const path of remaining) {
      await using file = await open(path, openMode);
      await file.sync();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, flushRemaining));
}
