import { hash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration, AstroIntegrationLogger } from 'astro';
import sharp from 'sharp';
import { findReadProblem, isPhotograph, listUploads } from '../content/picture-files.ts';
import { openBuildCache, type BuildCache } from './build-cache.ts';

/** In pixels. No page shows a picture wider. */
const maxWidth = 1600;

/** The kind of a published photograph in the build cache. It names the version of sharp, since another one can encode differently. */
const cacheKind = `${maxWidth}-sharp-${sharp.versions.sharp}`;

/**
 * Publishes content/uploads below `/uploads`. A photograph is encoded again, upright and without its metadata: the place where it was
 * taken can be somebody's home. The originals, which Astro's build leaves beside its results, are removed.
 */
export function uploads(contentFolder: string): AstroIntegration {
  let cache: BuildCache;
  return {
    name: 'uploads',
    hooks: {
      'astro:server:setup': ({ server }) => {
        server.middlewares.use('/uploads', (request, response, next) => {
          const name = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
          const file = namesIn(contentFolder).find((each) => each === `uploads${name}`);
          if (!file) return next();
          bytesOf(join(contentFolder, file)).then((bytes) => response.end(bytes), next);
        });
      },
      'astro:config:done': ({ config }) => {
        cache = openBuildCache(fileURLToPath(new URL('uploads', config.cacheDir)));
      },
      'astro:build:done': async ({ dir, logger }) => {
        const out = fileURLToPath(dir);
        const originals = new Set<string>();
        for (const name of namesIn(contentFolder)) {
          const file = join(contentFolder, name);
          const original = await readFile(file);
          originals.add(hash('sha256', original));
          const bytes = isPhotograph(file) ? await cache.get(original, cacheKind, () => encode(file, logger)) : original;
          if (bytes) await write(join(out, name), bytes);
        }
        await cache.removeOld();
        const assets = join(out, '_astro');
        for (const name of readdirSync(assets))
          if (originals.has(hash('sha256', readFileSync(join(assets, name))))) rmSync(join(assets, name));
      },
    },
  };

  /** Returns undefined for a picture that cannot be read, which a warning names. */
  async function encode(file: string, logger: AstroIntegrationLogger): Promise<Buffer | undefined> {
    const problem = await findReadProblem(file);
    if (!problem) return bytesOf(file);
    logger.warn(`content/${relative(contentFolder, file)}: ${problem}`);
    return undefined;
  }
}

/** Videos and captions, which src/workshops/replay-files.ts streams from the content folder. All files of the build are held in memory. */
const streamed = new Set(['.mp4', '.webm', '.vtt']);

/** Returns the names of the files in content/uploads that are published, from `uploads/` on. */
const namesIn = (contentFolder: string): string[] =>
  listUploads(contentFolder).filter((name) => !streamed.has(extname(name).toLowerCase()));

/** Returns the bytes of a file as visitors get them. */
const bytesOf = async (path: string): Promise<Buffer> =>
  isPhotograph(path) ? sharp(path).autoOrient().resize({ width: maxWidth, withoutEnlargement: true }).toBuffer() : readFile(path);

async function write(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
}
