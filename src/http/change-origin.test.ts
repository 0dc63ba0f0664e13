import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { content, waitlist } from '../../test/support/forms.ts';
import { startHttpApp } from '../../test/support/http-app.ts';
import { root } from '../../test/support/environment.ts';
import { startSite } from '../../test/support/site.ts';
import { paths } from '../paths.ts';
import { changeOrigin } from './change-origin.ts';
import { readBuildManifest } from './static-files.ts';

const clock = { now: new Date('2026-06-01T12:00:00Z') };
const workshop = content.workshops[0];
if (!workshop) throw new Error('the content has no workshop');

it('one build serves at any SITE_URL: no page names the origin that it was built for', async () => {
  const siteUrl = 'https://founderhouse.example';
  await using site = await startHttpApp(clock, { SITE_URL: siteUrl });
  const get = (url: string, encoding = 'identity') =>
    site.app.inject({ url, headers: { host: 'founderhouse.example', 'accept-encoding': encoding } });
  for (const path of [
    '/',
    '/speaker-series',
    '/privacy',
    '/accessibility',
    paths.form(waitlist.id),
    '/sitemap.xml',
    '/robots.txt',
    '/lost-link',
    '/status/nothing',
  ]) {
    const { body } = await get(path);
    expect([path, body.includes('127.0.0.1')]).toEqual([path, false]);
  }
  for (const [encoding, decode] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const coded = await get('/', encoding);
    expect(coded.headers['content-encoding']).toBe(encoding);
    expect(decode(coded.rawPayload).toString()).toBe((await get('/')).body);
  }
  const { body, headers } = await get('/');
  expect(body).toContain(`<link rel="canonical" href="${siteUrl}/">`);
  expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
  expect((await get('/sitemap.xml')).body).toContain(`<loc>${siteUrl}/</loc>`);
});

it('npm run serve warns that the pages were built for another SITE_URL', async () => {
  const warning = /^\{"level":40,.*the pages were built for /mu;
  await using site = await startSite({ env: { SITE_URL: 'https://founderhouse.example' } });
  await expect.poll(site.printed).toMatch(warning);
  const { siteUrl } = readBuildManifest(join(root, 'dist'));
  await using same = await startSite({ env: { SITE_URL: siteUrl } });
  await fetch(`${same.url}/healthz`);
  expect(same.printed()).not.toMatch(warning);
});

it('a site without TLS does not require TLS, regardless of the origin that it was built for', () => {
  const { policy } = changeOrigin('https://founderhouse.example', 'http://127.0.0.1:4321');
  expect(policy("default-src 'none'; upgrade-insecure-requests; script-src 'self';")).toBe("default-src 'none'; script-src 'self'");
});

it('an origin that only starts with the origin of the build is not replaced', () => {
  const { text } = changeOrigin('https://a.example', 'https://b.example');
  for (const other of ['https://a.example.org/', 'https://a.example:8443/', 'https://a.example-b.org/']) expect(text(other)).toBe(other);
  expect(text('See https://a.example/, or https://a.example.')).toBe('See https://b.example/, or https://b.example.');
});
