import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';

/** Where the build writes the desk's page (src/build/desk.ts). */
const folder = join(import.meta.dirname, '../../../dist/desk');

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export type Assets = NonNullable<ReturnType<typeof readAssets>>;

/** Reads the page's files into memory, by their paths. Returns undefined if the page is not built. */
export function readAssets() {
  if (!existsSync(join(folder, 'index.html'))) return undefined;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.flatMap((file) => {
    const type = types[extname(file)];
    return type ? [{ path: `/${file.replaceAll('\\', '/')}`, type, body: readFileSync(join(folder, file)) }] : [];
  });
}
