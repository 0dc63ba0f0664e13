import { existsSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { listFiles } from '../../content/list-folder.ts';
import { builtFile, isCompressed, mediaTypes } from '../../http/static-files.ts';

/** Where the build writes the desk's page (src/build/desk.ts). */
const folder = join(import.meta.dirname, '../../../dist/desk');

export type Assets = NonNullable<ReturnType<typeof readAssets>>;

/** Reads the page's files into memory, by their paths, with their compressed forms. Returns undefined if the page is not built. */
export function readAssets() {
  if (!existsSync(join(folder, 'index.html'))) return undefined;
  return listFiles(folder)
    .filter((name) => !isCompressed(name))
    .map((name) => {
      const path = join(folder, name);
      const headers = { 'content-type': mediaTypes[extname(name)]!, 'cache-control': cacheControl(name) };
      return { path: `/${name.split(sep).join('/')}`, file: builtFile(path, readFileSync(path), headers) };
    });
}

/** The names of scripts, styles, fonts and drawings contain their digests. Only the pages name them, so that pages are not cached. */
const cacheControl = (name: string) => (name.endsWith('.html') ? 'no-store' : 'private, max-age=31536000, immutable');
