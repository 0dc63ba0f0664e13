import { readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';

/** Returns the paths of the files below a folder, relative to it. A symbolic link is not a file: it leads elsewhere. */
export const filesIn = (folder: string): string[] => pathsIn(folder, (entry) => entry.isFile());

/** Returns the paths of the symbolic links below a folder, relative to it. */
export const linksIn = (folder: string): string[] => pathsIn(folder, (entry) => entry.isSymbolicLink());

/**
 * Returns the paths of some entries below a folder. What has a name that is not UTF-8, such as that of an archive from another system, is
 * left out: Node.js replaces the bytes, and opens nothing by such a name.
 */
function pathsIn(folder: string, isListed: (entry: Dirent) => boolean, within = ''): string[] {
  return readdirSync(join(folder, within), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.includes('\uFFFD')) return [];
    const path = join(within, entry.name);
    if (entry.isDirectory()) return pathsIn(folder, isListed, path);
    return isListed(entry) ? [path] : [];
  });
}
