import { mkdirSync, readdirSync, renameSync, rmSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { flushNames } from '../flush.ts';

const temporaryEnding = '.tmp';
export const temporaryOf = (path: string): string => path + temporaryEnding;
export const isTemporaryFile = (path: string): boolean => path.endsWith(temporaryEnding);

/**
 * Writes the temporary file that `moveTemporary` will put at a path. It is flushed: without that, some file systems leave an empty file
 * if the power fails after the rename.
 */
export function writeTemporary(path: string, bytes: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(temporaryOf(path), bytes, { flush: true });
}

/** Puts the temporary file of a path there, and flushes the rename. */
export function moveTemporary(path: string): void {
  renameSync(temporaryOf(path), path);
  flushNames(dirname(path));
}

/** Writes a file whose old bytes stay until the new ones are complete, and returns when the new ones survive a power failure. */
export function writeDurably(path: string, bytes: string | Uint8Array): void {
  writeTemporary(path, bytes);
  moveTemporary(path);
}

/** Writes a file that can be made again from others. No reader sees half of it, but a power failure may damage it. */
export function writeAtomically(path: string, bytes: string | Uint8Array): void {
  makeRoomFor(path);
  writeFileSync(temporaryOf(path), bytes);
  renameSync(temporaryOf(path), path);
}

/** Makes the folder of a file, and removes a folder in its place that files which were removed have left empty. */
export function makeRoomFor(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  if (isEmptyFolder(path)) rmdirSync(path);
}

export const isEmptyFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true && readdirSync(path).length === 0;

/** Removes a file or folder, and returns whether nothing is left at its path. */
export function removeIfPossible(path: string): boolean {
  try {
    rmSync(path, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}
