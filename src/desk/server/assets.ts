import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { mediaTypes } from '../../http/static-files.ts';

/** Where the build writes the desk's page (src/build/desk.ts). */
const folder = join(import.meta.dirname, '../../../dist/desk');

export type Assets = NonNullable<ReturnType<typeof readAssets>>;

/** Reads the page's files into memory, by their paths. Returns undefined if the page is not built. */
export function readAssets() {
  if (!existsSync(join(folder, 'index.html'))) return undefined;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.flatMap((file) => {
    const type = mediaTypes[extname(file)];
    return type ? [{ path: `/${file.replaceAll('\\', '/')}`, type, body: readFileSync(join(folder, file)) }] : [];
  });
}
