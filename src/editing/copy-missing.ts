import { copyFileSync, existsSync, linkSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listFiles } from '../content/list-folder.ts';
import { isTemporaryFile, temporaryOf } from './atomic-write.ts';

/**
 * Copies files that another content folder does not have. The name of an uploaded picture holds a digest, so a file with the same name has
 * the same bytes. Each file appears whole or not at all: an interrupted copy is completed by the next one. Returns the files that it copied.
 */
export function copyMissing(from: string, to: string, isCopied: (file: string) => boolean): string[] {
  if (!existsSync(from)) return [];
  const missing = listFiles(from).filter((file) => !isTemporaryFile(file) && isCopied(file) && !existsSync(join(to, file)));
  for (const file of missing) linkOrCopy(join(from, file), join(to, file));
  return missing;
}

/** Links a file: a copy of a video would stop the site for as long as it takes. */
function linkOrCopy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch {
    // Another file system, or one without links.
    copyFileSync(from, temporaryOf(to));
    renameSync(temporaryOf(to), to);
  }
}
