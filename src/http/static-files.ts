import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { listFiles } from '../content/list-folder.ts';
import { inlineHashes } from './exact-policy.ts';
import { emptyPolicy } from './security-headers.ts';
import { changeOrigin, type OriginChange } from './change-origin.ts';

/** The data of a build besides its files: the origin that it was built for, and the policy of each page. */
export interface BuildManifest {
  siteUrl: string;
  policies: Record<string, string>;
}

/**
 * A file in one content coding: its bytes, its entity tag, and its headers as a list of names and values, the fastest form
 * for `response.writeHead`.
 */
export interface Representation {
  body: Buffer;
  etag: string;
  headers: string[];
}

/** Returns the headers of a representation as pairs of a name and a value. */
export const headerPairs = ({ headers }: Representation): [name: string, value: string][] =>
  Array.from({ length: headers.length / 2 }, (_, pair) => [headers[2 * pair] as string, headers[2 * pair + 1] as string]);

/** A file in memory, in every content coding that is smaller. */
export interface StaticFile {
  identity: Representation;
  br?: Representation | undefined;
  gzip?: Representation | undefined;
}

/** The media type of a file, by the extension of its name. */
export const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

/** The extensions of files that can contain the origin of the site. */
const extensionsWithOrigin = new Set(['.html', '.xml', '.txt']);

/**
 * An SVG that is opened directly may use its own inline style, as the favicon does for the dark scheme, and nothing else (CSP 3, 6.7.3).
 */
function drawingPolicy(text: string): string {
  const hashes = inlineHashes(text, ['style']).map((source) => `'${source}'`);
  return hashes.length > 0 ? emptyPolicy.replace(';', `; style-src ${hashes.join(' ')};`) : emptyPolicy;
}

/** Reads what a finished build (`dist`) says about itself. */
export const readBuildManifest = (dist: string) => JSON.parse(readFileSync(join(dist, 'build.json'), 'utf8')) as BuildManifest;

/**
 * Reads a build (`dist`) into memory. Returns each file by its name below `dist/client`, with forward slashes, at the origin `siteUrl`, and
 * what changes pages that are rendered later in the same way. `commonHeaders` are the headers of every response. Throws if there is no
 * finished build, with what to do about it.
 */
export function readStaticFiles(
  dist: string,
  siteUrl: string,
  commonHeaders: Record<string, string>,
): { files: Map<string, StaticFile>; origin: OriginChange } {
  const root = join(dist, 'client');
  if (!existsSync(join(dist, 'build.json')))
    throw new Error(`${root}: there is no finished build here; run "npm start" or "npm run build" first`);
  const { siteUrl: builtFor, policies } = readBuildManifest(dist);
  const origin = changeOrigin(builtFor, siteUrl);
  const files = new Map<string, StaticFile>();
  for (const file of listFiles(root)) {
    if (isCompressed(file)) continue;
    const extension = extname(file);
    const path = join(root, file);
    const name = file.split(sep).join('/');
    const built = readFileSync(path);
    const body = extensionsWithOrigin.has(extension) ? Buffer.from(origin.text(built.toString())) : built;
    const headers = {
      ...commonHeaders,
      'content-type': mediaTypes[extension] ?? 'application/octet-stream',
      'cache-control': cacheControl(name),
      'content-security-policy': policies[name] === undefined ? policyOfFile(extension, body) : origin.policy(policies[name]),
    };
    files.set(name, body.equals(built) ? builtFile(path, body, headers) : changedFile(body, headers));
  }
  return { files, origin };
}

/** Returns the content security policy of a file that is no page. */
const policyOfFile = (extension: string, body: Buffer) => (extension === '.svg' ? drawingPolicy(body.toString()) : emptyPolicy);

/** Returns whether a file is the compressed form of the built file beside it. */
export const isCompressed = (name: string): boolean => /\.(?:br|gz)$/u.test(name);

/** Returns a built file, with the compressed forms that the build wrote beside it (src/build/compress.ts). */
export function builtFile(path: string, body: Buffer, headers: Record<string, string>): StaticFile {
  const compressed = (suffix: string) => (existsSync(path + suffix) ? readFileSync(path + suffix) : undefined);
  const [br, gzip] = [compressed('.br'), compressed('.gz')];
  return staticFile({
    identity: () => representation(body, headers),
    br: () => br && representation(br, headers, 'br'),
    gzip: () => gzip && representation(gzip, headers, 'gzip'),
  });
}

/** Returns a rendered page that is the same for every visitor, in the form of a built file. */
export function cachedPage(body: Buffer, pageHeaders: Record<string, string>): StaticFile {
  const headers = { ...pageHeaders, 'cache-control': 'no-cache' };
  return staticFile({
    identity: () => representation(body, headers),
    br: () => representation(brotliCompressSync(body), headers, 'br'),
    gzip: () => representation(gzipSync(body), headers, 'gzip'),
  });
}

const compressFully = promisify(brotliCompress);
const compressQuickly = (body: Buffer) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });

/**
 * Returns a file that differs from the built one. It is compressed when it is first asked for, quickly, and then in another thread as well
 * as a build does, which takes fifty times as long: compressing every page at the start would make the start longer.
 */
function changedFile(body: Buffer, headers: Record<string, string>): StaticFile {
  return staticFile({
    identity: () => representation(body, headers),
    br(replace) {
      // If the full compression fails, the quick one stays.
      void compressFully(body)
        .then((full) => replace(representation(full, headers, 'br')))
        .catch(() => {});
      return representation(compressQuickly(body), headers, 'br');
    },
    gzip: () => representation(gzipSync(body), headers, 'gzip'),
  });
}

interface Makers {
  identity: () => Representation;
  /** Can call `replace` later, with a better one. */
  br: (replace: (better: Representation) => void) => Representation | undefined;
  gzip: () => Representation | undefined;
}

/**
 * Returns a file whose representations are made when they are first asked for. Most of them never are, and compressing a page, or even
 * hashing each file, takes longer than all other steps of reading it.
 */
function staticFile(make: Makers): StaticFile {
  const made: Partial<StaticFile> = {};
  return {
    get identity() {
      return (made.identity ??= make.identity());
    },
    get br() {
      return (made.br ??= make.br((better) => (made.br = better)));
    },
    get gzip() {
      return (made.gzip ??= make.gzip());
    },
  };
}

/** The entity tag stands for these bytes: the same page compressed in another way has another one (RFC 9110, 8.8.1). */
function representation(body: Buffer, headers: Record<string, string>, coding?: string): Representation {
  const etag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  const own = { vary: 'accept-encoding', etag, 'content-length': String(body.length), ...(coding && { 'content-encoding': coding }) };
  return { body, etag, headers: Object.entries({ ...headers, ...own }).flat() };
}

/** Files with hashed names never change; pictures change rarely; a page is revalidated each time, mostly with 304. */
function cacheControl(name: string): string {
  if (name.startsWith('_astro/')) return 'public, max-age=31536000, immutable';
  return name.endsWith('.html') ? 'no-cache' : 'public, max-age=3600';
}
