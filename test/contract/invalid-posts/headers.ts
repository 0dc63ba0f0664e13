import type { InvalidPost } from './invalid-post.ts';

const form = 'application/x-www-form-urlencoded';

const types: [type: string, status: number][] = [
  ['text/plain', 415],
  ['application/json', 415],
  ['multipart/form-data; boundary=x', 415],
  [`${form}, text/plain`, 415],
  [`${form}; charset=utf-16`, 415],
  [`${form}; charset=iso-8859-1`, 415],
  [`${form}; charset=utf-8; charset=iso-8859-1`, 415],
  [`${form}; charset=`, 415],
  [`${form}x`, 415],
  [`x${form}`, 415],
  [`${form}; charset=utf-8; charset=utf-8`, 303],
  [`${form.toUpperCase()};CHARSET="UTF-8"`, 303],
];

const origins = [
  'null',
  'https://evil.example',
  'http://127.0.0.1',
  'http://127.0.0.1:1',
  'http://evil.example@127.0.0.1',
  'file://',
  'about:blank',
  '127.0.0.1',
  'http://localhost http://evil.example',
];

/** Headers that must not change how a post is handled. */
const ignoredHeaders: Record<string, string>[] = [
  { 'x-forwarded-host': 'evil.example' },
  { forwarded: 'host=evil.example;proto=https;for="[2001:db8::1]"' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-original-url': '/healthz', 'x-rewrite-url': '/healthz' },
  { 'x-forwarded-for': 'not an address, <script>' },
  { cookie: `a=${'x'.repeat(8000)}` },
  { 'content-encoding': 'identity' },
  { range: 'bytes=0-0', 'if-none-match': '*' },
];

export const headers: InvalidPost[] = [
  ...types.map(([type, status]): InvalidPost => ({
    name: `the type ${type}`,
    headers: { 'content-type': type },
    status,
    stored: status === 303 ? 'accepted' : undefined,
  })),
  ...['gzip', 'br', 'deflate', 'gzip, identity', 'x'].map((encoding) => ({
    name: `the encoding ${encoding}`,
    headers: { 'content-encoding': encoding },
    status: 415,
  })),
  ...origins.map((origin) => ({ name: `the origin ${origin}`, headers: { origin }, status: 403 })),
  ...ignoredHeaders.map((ignored) => ({
    name: JSON.stringify(ignored).slice(0, 80),
    headers: ignored,
    status: 303,
    stored: 'accepted' as const,
  })),
];
