import { hash } from 'node:crypto';
import { copyFileSync, existsSync, linkSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { listFiles } from '../content/list-folder.ts';
import { isEmptyFolder, isTemporaryFile, makeRoomFor } from './atomic-write.ts';

/**
 * How the names of temporary copies end. They are hidden, so that a build does not publish half a picture that a kill left. No other program
 * uses this ending: a file that an organizer puts into content/uploads is never taken for one of these.
 */
const copyEnding = '.founder-house.tmp';

/** Returns the path of a temporary copy. Its name is a digest of the file's name, which may already be as long as a name can be. */
const temporaryCopyOf = (path: string): string => join(dirname(path), `.${hash('sha256', basename(path)).slice(0, 16)}${copyEnding}`);
export const isTemporaryCopy = (path: string): boolean => path.endsWith(copyEnding);

/**
 * Copies files that another content folder does not have. The name of an uploaded picture holds a digest, so a file with the same name has
 * the same bytes. Each file appears whole or not at all: an interrupted copy is completed by the next one. Returns the files that it copied.
 */
export function copyMissing(from: string, to: string, isCopied: (file: string) => boolean): string[] {
  if (!existsSync(from)) return [];
  const missing = listFiles(from).filter((file) => !isTemporaryFile(file) && isCopied(file) && isMissing(join(to, file)));
  for (const file of missing) linkOrCopy(join(from, file), join(to, file));
  return missing;
}

const isMissing = (path: string) => !existsSync(path) || isEmptyFolder(path);

/** Links a file: a copy of a video would stop the site for as long as it takes. */
function linkOrCopy(from: string, to: string): void {
  makeRoomFor(to);
  try {
    linkSync(from, to);
  } catch {
    // Another file system, or one without links.
    copyFileSync(from, temporaryCopyOf(to));
    renameSync(temporaryCopyOf(to), to);
  }
}
