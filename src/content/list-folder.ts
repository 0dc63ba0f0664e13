import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Paths relative to the folder that was listed. */
interface Listing {
  files: string[];
  symbolicLinks: string[];
}

/** Returns the paths of the files below a folder, relative to it. A symbolic link is not a file: it leads elsewhere. */
export const listFiles = (folder: string): string[] => listFolder(folder).files;

/**
 * Returns the files and the symbolic links below a folder. What has a name that is not UTF-8, such as that of an archive from another
 * system, is left out: Node.js replaces the bytes, and opens nothing by such a name.
 */
export function listFolder(folder: string): Listing {
  const listing: Listing = { files: [], symbolicLinks: [] };
  addEntries(listing, folder);
  return listing;
}

function addEntries(listing: Listing, folder: string, within = ''): void {
  for (const entry of readdirSync(join(folder, within), { withFileTypes: true })) {
    if (entry.name.includes('\uFFFD')) continue;
    const path = join(within, entry.name);
    if (entry.isDirectory()) addEntries(listing, folder, path);
    else if (entry.isFile()) listing.files.push(path);
    else if (entry.isSymbolicLink()) listing.symbolicLinks.push(path);
  }
}
