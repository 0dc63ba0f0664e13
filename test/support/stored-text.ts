import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the names and contents of all files below a folder, one character per byte. */
export function everythingIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name + readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}
