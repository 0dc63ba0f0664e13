import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export const temporaryOf = (path: string): string => `${path}.tmp`;
export const isTemporaryFile = (path: string): boolean => path.endsWith(temporaryOf(''));

/** Writes the temporary file that a rename will put at a path. */
export function writeTemporary(path: string, bytes: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(temporaryOf(path), bytes);
}

/** Writes a file whose old bytes stay until the new ones are complete. */
export function writeAtomically(path: string, bytes: string | Uint8Array): void {
  writeTemporary(path, bytes);
  renameSync(temporaryOf(path), path);
}

/** Removes a file or folder, and returns whether nothing is left at its path. */
export function removeIfPossible(path: string): boolean {
  try {
    rmSync(path, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}
