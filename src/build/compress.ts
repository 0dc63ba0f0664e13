import { readFile, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { openBuildCache, type BuildCache } from './build-cache.ts';

const compressible = new Set(['.html', '.css', '.js', '.svg', '.json', '.xml', '.txt', '.ics', '.webmanifest']);

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Writes a `.br` (quality 11) and a `.gz` beside each of these files that shrinks, so that no request has to compress it. The results
 * are cached for later builds.
 */
export async function compressFiles(files: string[], cacheDir: URL): Promise<void> {
  const cache = openBuildCache(fileURLToPath(new URL('compressed', cacheDir)));
  await Promise.all(files.filter((file) => compressible.has(extname(file))).map((file) => compress(file, cache)));
  await cache.removeOld();
}

async function compress(file: string, cache: BuildCache): Promise<void> {
  const bytes = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [br, gz] = await Promise.all([
    cache.get(bytes, 'br', () => brotli(bytes, { params })),
    cache.get(bytes, 'gz', () => zip(bytes, { level: 9 })),
  ]);
  if (br.length < bytes.length) await writeFile(`${file}.br`, br);
  if (gz.length < bytes.length) await writeFile(`${file}.gz`, gz);
}
