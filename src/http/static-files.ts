import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Build } from '../build/ready-to-send.ts';
import { emptyPolicy } from './security-headers.ts';

/** A built file as it goes over the wire in one encoding: its bytes, its tag, and its headers as Node's `writeHead` takes them fastest. */
export interface Form {
  body: Buffer;
  etag: string;
  headers: string[];
}

/** A built file, held in memory in every encoding that was worth making. */
export interface StaticFile {
  identity: Form;
  br?: Form;
  gzip?: Form;
}

const types: Record<string, string> = {
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
  '.ics': 'text/calendar; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

/** A drawing or an XML file opened by itself may hold its own style, as the favicon does for the dark scheme, and nothing else (CSP 3, 6.7.3). */
function drawingPolicy(text: string): string {
  const styles = [...text.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/gu)].map(([, style]) => style as string);
  const hashes = styles.map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  return hashes.length > 0 ? emptyPolicy.replace(';', `; style-src ${hashes.join(' ')};`) : emptyPolicy;
}

/**
 * Reads a build (`dist`) into memory: the address it was made for, and each file by its name below `dist/client`, with forward slashes.
 * `common` are the headers of every answer. Throws when there is no finished build, with what to do about it.
 */
export function readStaticFiles(dist: string, common: Record<string, string>): { siteUrl: string; files: Map<string, StaticFile> } {
  const root = join(dist, 'client');
  if (!existsSync(join(dist, 'build.json')))
    throw new Error(`${root}: there is no finished build here; run "npm start" or "npm run build" first`);
  const { siteUrl, policies } = JSON.parse(readFileSync(join(dist, 'build.json'), 'utf8')) as Build;
  const files = new Map<string, StaticFile>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const extension = extname(entry.name);
    if (!entry.isFile() || extension === '.br' || extension === '.gz') continue;
    const path = join(entry.parentPath, entry.name);
    const name = relative(root, path).split(sep).join('/');
    const policy = policies[name] ?? (extension === '.svg' ? drawingPolicy(readFileSync(path, 'utf8')) : emptyPolicy);
    const headers = {
      ...common,
      'content-type': types[extension] ?? 'application/octet-stream',
      'cache-control': cacheControl(name),
      'content-security-policy': policy,
    };
    files.set(name, readForms(path, headers));
  }
  return { siteUrl, files };
}

/** A page that was made at request time and is the same for everyone, as if it had been built. */
export function asFile(body: Buffer, headers: Record<string, string>): StaticFile {
  const tag = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const own = { ...headers, 'cache-control': 'no-cache' };
  const form = (bytes: Buffer, encoding?: string) => formOf(bytes, `"${tag}${encoding ? `-${encoding}` : ''}"`, own, encoding);
  return { identity: form(body), br: form(brotliCompressSync(body), 'br'), gzip: form(gzipSync(body), 'gzip') };
}

function formOf(body: Buffer, etag: string, headers: Record<string, string>, encoding?: string): Form {
  const own = {
    ...headers,
    vary: 'accept-encoding',
    etag,
    'content-length': String(body.length),
    ...(encoding && { 'content-encoding': encoding }),
  };
  return { body, etag, headers: Object.entries(own).flat() };
}

function readForms(path: string, headers: Record<string, string>): StaticFile {
  const body = readFileSync(path);
  const tag = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const form = (suffix: string, encoding?: string): Form | undefined => {
    if (encoding && !existsSync(path + suffix)) return undefined;
    const bytes = encoding ? readFileSync(path + suffix) : body;
    return formOf(bytes, `"${tag}${suffix.replace('.', '-')}"`, headers, encoding);
  };
  const [br, gzip] = [form('.br', 'br'), form('.gz', 'gzip')];
  return { identity: form('') as Form, ...(br && { br }), ...(gzip && { gzip }) };
}

/** Hashed names never change; pictures change seldom; a page is asked for again each time, and mostly answered with 304. */
function cacheControl(name: string): string {
  if (name.startsWith('_astro/')) return 'public, max-age=31536000, immutable';
  if (/\.(?:html|ics)$/u.test(name)) return 'no-cache';
  return 'public, max-age=3600';
}
