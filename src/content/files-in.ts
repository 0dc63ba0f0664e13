import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the paths of the files below a folder, relative to it. A symbolic link is not a file: it leads elsewhere. Neither is what has a
 * name that is not UTF-8, such as that of an archive from another system: Node.js replaces the bytes, and opens nothing by such a name.
 */
export function filesIn(folder: string, within = ''): string[] {
  return readdirSync(join(folder, within), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.includes('\uFFFD')) return [];
    const path = join(within, entry.name);
    if (entry.isDirectory()) return filesIn(folder, path);
    return entry.isFile() ? [path] : [];
  });
}
