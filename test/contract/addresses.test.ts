import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { content, waitlist, workshop } from '../support/forms.ts';
import { startSite } from '../support/site.ts';
import type { Site } from '../support/site.ts';

/** Section 2 of the contract: every address, with every method. */
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site[Symbol.asyncDispose]());

const slug = content.workshops[0]?.slug;
const get = (path: string, init: RequestInit = {}) => fetch(site.url + path, { redirect: 'manual', ...init });

const known: [path: string, type: string][] = [
  ['/', 'text/html'],
  ['/speaker-series', 'text/html'],
  [`/speaker-series/${slug}.ics`, 'text/calendar'],
  ['/privacy', 'text/html'],
  [`/app/form/${waitlist.id}`, 'text/html'],
  [`/app/form/${workshop.id}`, 'text/html'],
  [`/app/form/${waitlist.id}/received`, 'text/html'],
  [`/app/form/${workshop.id}/received`, 'text/html'],
  ['/healthz', 'text/plain'],
  ['/readyz', 'text/plain'],
  ['/robots.txt', 'text/plain'],
  ['/sitemap.xml', 'application/xml'],
  ['/favicon.svg', 'image/svg+xml'],
  ['/site.webmanifest', 'application/manifest+json'],
  ['/uploads/gallery/01-arrival.svg', 'image/svg+xml'],
];

describe.each(known)('%s', (path, type) => {
  it('answers GET and HEAD alike', async () => {
    const [full, head] = [await get(path), await get(path, { method: 'HEAD' })];
    expect([full.status, head.status]).toEqual([200, 200]);
    expect(full.headers.get('content-type')).toContain(type);
    expect(head.headers.get('content-type')).toBe(full.headers.get('content-type'));
    expect(await head.text()).toBe('');
  });

  it('refuses other methods and says which it takes', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
      const answer = await get(path, { method });
      expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, 'GET, HEAD']);
    }
  });

  it('redirects a trailing slash, with the query', async () => {
    if (path === '/') return;
    const answer = await get(`${path}/?a=1`);
    expect([answer.status, answer.headers.get('location')]).toEqual([308, `${path}?a=1`]);
  });
});

it('takes only POST where forms are sent', async () => {
  for (const method of ['GET', 'HEAD', 'PUT']) {
    const answer = await get(`/app/form/process/${workshop.id}`, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  }
});

describe('anything else', () => {
  it.each([
    '/nothing-here',
    '/index.html',
    '/404',
    '/speaker-series/nobody.ics',
    `/speaker-series/${slug}`,
    `/speaker-series/${slug}/over`,
    '/problems/413',
    '/app/form/nobody',
    '/app/form/nobody/received',
    '/uploads/../../package.json',
    '/uploads/%2e%2e/%2e%2e/package.json',
    '/build.json',
    '//elsewhere.example/',
    '//elsewhere.example',
    '/%',
    '/constructor',
    '/speaker-series%00',
  ])('%s is the 404 page', async (path) => {
    const answer = await raw(path);
    expect(answer.status).toBe(404);
    expect(answer.body).toContain('Oops! Page not found');
    expect(answer.body).toMatch(/<a [^>]*href="\/"[^>]*>[^<]*Return to Home/u);
  });
});

it('compresses with what the client takes, and answers 304 for what it has', async () => {
  for (const encoding of ['br', 'gzip']) {
    const answer = await raw('/', { 'accept-encoding': encoding });
    expect(answer.headers['content-encoding']).toBe(encoding);
    const again = await raw('/', { 'accept-encoding': encoding, 'if-none-match': answer.headers.etag as string });
    expect([again.status, again.body]).toEqual([304, '']);
  }
  expect((await raw('/')).headers['content-encoding']).toBeUndefined();
});

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=0.5, BR ; q=0.8', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000,gzip;q=1.0', 'gzip'],
  ['br;q=0.001', 'br'],
  ['x-br, brotli, gzipped, br-x', undefined],
  ['gzip;q=0, br;q=0', undefined],
])('takes "%s" for %s', async (accepted, encoding) => {
  expect((await raw('/', { 'accept-encoding': accepted })).headers['content-encoding']).toBe(encoding);
});

it('sends every answer with the headers that keep it safe', async () => {
  for (const path of ['/', '/nothing-here', `/app/form/${waitlist.id}`, '/healthz', '/favicon.svg']) {
    const { headers } = await get(path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'/u);
    expect(headers.get('content-security-policy')).toContain(`frame-ancestors ${path.startsWith('/app/form/') ? "'self'" : "'none'"}`);
    expect(headers.get('strict-transport-security')).toBeNull();
  }
  for (const path of ['/', '/speaker-series', '/nothing-here'])
    expect((await get(path)).headers.get('content-security-policy')).not.toContain('unsafe');
});

/** A request exactly as written: fetch would tidy up the path. */
async function raw(path: string, headers: Record<string, string> = {}) {
  const sent = request(site.url, { path, headers });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks).toString() };
}
