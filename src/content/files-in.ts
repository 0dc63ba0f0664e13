import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Returns the paths of the files below a folder, relative to it. A symbolic link is not a file: it leads elsewhere. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
