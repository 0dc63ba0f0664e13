import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '../../src/paths.ts';
import { content, waitlist, workshop } from '../support/forms.ts';
import { startSiteInProcess } from '../support/http-app.ts';
import type { SiteInProcess } from '../support/http-app.ts';

/** Section 2 of the contract: every address with every method. */
let site: SiteInProcess;
beforeAll(async () => {
  site = await startSiteInProcess();
});
afterAll(() => site[Symbol.asyncDispose]());

const slug = content.workshops[0]?.slug;
const get = (path: string, init: RequestInit = {}) => fetch(site.url + path, { redirect: 'manual', ...init });

const known: [path: string, type: string][] = [
  ['/', 'text/html'],
  ['/speaker-series', 'text/html'],
  [`/speaker-series/${slug}.ics`, 'text/calendar'],
  ['/privacy', 'text/html'],
  ['/accessibility', 'text/html'],
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
  it('returns the same status and headers for GET and HEAD', async () => {
    const [full, head] = [await get(path), await get(path, { method: 'HEAD' })];
    expect([full.status, head.status]).toEqual([200, 200]);
    expect(full.headers.get('content-type')).toContain(type);
    expect(head.headers.get('content-type')).toBe(full.headers.get('content-type'));
    expect(await head.text()).toBe('');
  });

  it('refuses other methods with 405 and Allow, and a browser’s with a page', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
      const response = await get(path, { method });
      expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'GET, HEAD']);
    }
    const page = await get(path, { method: 'POST', body: new URLSearchParams(), headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('allow'), await page.text()]).toEqual([405, 'GET, HEAD', expect.stringContaining('<h1')]);
  });

  it('redirects a trailing slash with 308 and keeps the query', async () => {
    if (path === '/') return;
    const response = await get(`${path}/?a=1`);
    expect([response.status, response.headers.get('location')]).toEqual([308, `${path}?a=1`]);
  });
});

it.each([
  [`/retreats/${content.retreats[0]?.slug}`, '/'],
  [`/speaker-series/${slug}`, '/speaker-series'],
])('the permanent address %s of what is featured redirects with 307 and keeps the campaign of the link', async (path, shown) => {
  for (const query of ['', '?utm_campaign=fall&utm_source=mail']) {
    const response = await get(path + query);
    expect([response.status, response.headers.get('location')]).toEqual([307, shown + query]);
  }
});

it('the address that forms post to allows only POST', async () => {
  for (const method of ['GET', 'HEAD', 'PUT']) {
    const response = await get(`/app/form/process/${workshop.id}`, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  }
});

describe('an unknown address', () => {
  it.each([
    '/nothing-here',
    '/index.html',
    '/404',
    '/speaker-series/nobody.ics',
    '/speaker-series/no-such-workshop',
    '/retreats/no-such-season',
    '/retreats/spring-2026/open',
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
  ])('%s returns the 404 page', async (path) => {
    const response = await raw(path);
    expect(response.status).toBe(404);
    expect(response.body).toContain('Oops! Page not found');
    expect(response.body).toMatch(/<a [^>]*href="\/"[^>]*>[^<]*Return to Home/u);
  });
});

describe('the link of an email that was cut off', () => {
  // A whole token has 43 characters or more.
  const cutOff = ['A'.repeat(30), 'A'];
  it.each(
    cutOff.flatMap((token) => [
      paths.confirm(token),
      paths.join(token),
      paths.feedback(token),
      paths.unsubscribe(token),
      paths.stopLetters(token),
      paths.prefilledForm(waitlist.id, token),
    ]),
  )('%s returns 404 and says how to open the whole link', async (path) => {
    const response = await raw(path);
    expect(response.status).toBe(404);
    expect(response.body).toMatch(/<h1[^>]*>This link doesn’t work<\/h1>[^]*Go back to our email[^]*href="mailto:/u);
    expect(response.headers['x-robots-tag']).toBe('noindex');
  });

  it.each([
    [paths.status('A'), 'This link no longer works'],
    [paths.invitation('A'), 'This invitation is no longer valid'],
  ])('%s returns 404 and the page of such a link', async (path, heading) => {
    const response = await raw(path);
    expect([response.status, /<h1[^>]*>([^<]+)/u.exec(response.body)?.[1]]).toEqual([404, heading]);
  });
});

it('a page is compressed with an encoding that the client accepts, and returns 304 for a known ETag', async () => {
  // The second one is not built, but rendered once.
  for (const path of ['/', paths.privacy]) {
    for (const encoding of ['br', 'gzip']) {
      const response = await raw(path, { 'accept-encoding': encoding });
      expect(response.headers['content-encoding']).toBe(encoding);
      const again = await raw(path, { 'accept-encoding': encoding, 'if-none-match': response.headers.etag as string });
      expect([again.status, again.body]).toEqual([304, '']);
    }
    expect((await raw(path)).headers['content-encoding']).toBeUndefined();
  }
});

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=0.5, BR ; q=0.8', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000,gzip;q=1.0', 'gzip'],
  ['br;q=0.001', 'br'],
  ['x-br, brotli, gzipped, br-x', undefined],
  ['gzip;q=0, br;q=0', undefined],
])('Accept-Encoding "%s" selects %s', async (accepted, encoding) => {
  expect((await raw('/', { 'accept-encoding': accepted })).headers['content-encoding']).toBe(encoding);
});

it('every response has the security headers', async () => {
  for (const path of ['/', '/nothing-here', `/app/form/${waitlist.id}`, '/app/form/nobody', '/healthz', '/favicon.svg']) {
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

/** Sends a request with the path exactly as written; fetch would normalize it. */
async function raw(path: string, headers: Record<string, string> = {}) {
  const sent = request(site.url, { path, headers });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks).toString() };
}
