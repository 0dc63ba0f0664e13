import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';

/** Where the build puts the page (src/build/desk.ts). */
const folder = join(import.meta.dirname, '../../../dist/desk');

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface Asset {
  type: string;
  body: Buffer;
}

/** The files of the page, by their paths, in memory; undefined where it is not built. */
export function readAssets(): Map<string, Asset> | undefined {
  if (!existsSync(join(folder, 'index.html'))) return undefined;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => types[extname(file)]);
  return new Map(
    files.map((file) => [
      `/${file.replaceAll('\\', '/')}`,
      { type: types[extname(file)] as string, body: readFileSync(join(folder, file)) },
    ]),
  );
}
