import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '../../src/paths.ts';
import { openStore } from '../../src/app/open-store.ts';
import type { Store } from '../../src/app/open-store.ts';
import { answers, workshop } from '../support/forms.ts';
import { makeProof, cheapProofs } from '../support/proof.ts';
import { exchange, statuses } from '../support/raw-http.ts';
import { startSiteInProcess } from '../support/http-app.ts';
import type { SiteInProcess } from '../support/http-app.ts';

/**
 * Malformed requests, sent byte by byte over a socket. A request that cannot be parsed completely stores nothing, and cannot hide a second
 * request (request smuggling).
 */
let site: SiteInProcess;
let store: Store;
beforeAll(async () => {
  site = await startSiteInProcess({ ...cheapProofs, RATE_LIMIT_PER_MINUTE: '1000000' });
  store = await openStore(`file:${site.dataDir}/founder-house.db`);
});
afterAll(async () => {
  await store.close();
  await site[Symbol.asyncDispose]();
});

const address = paths.process(workshop.id);
const good = async () => new URLSearchParams({ ...answers(), altcha: await makeProof() }).toString();
const count = async () => (await Array.fromAsync(store.submissions.list({ superseded: true }))).length;

/** Returns a request with `lines` as additional headers. */
const request = (lines: string[], body = '', line = `POST ${address} HTTP/1.1`) =>
  [line, 'Host: 127.0.0.1', 'Content-Type: application/x-www-form-urlencoded', 'Connection: close', ...lines, '', body].join('\r\n');
const chunk = (body: string, extension = '') => `${body.length.toString(16)}${extension}\r\n${body}\r\n0\r\n\r\n`;
const smuggled = 'POST /app/form/process/x HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n';

describe('a post whose length is ambiguous is refused', () => {
  it.each<[string, (body: string) => string]>([
    ['both a length and chunks', (body) => request([`Content-Length: ${body.length}`, 'Transfer-Encoding: chunked'], chunk(body))],
    [
      'chunks that end before its length',
      (body) => request(['Content-Length: 5', 'Transfer-Encoding: chunked'], `0\r\n\r\n${smuggled}${body}`),
    ],
    ['two lengths', (body) => request([`Content-Length: ${body.length}`, 'Content-Length: 0'], body)],
    ['the same length twice', (body) => request([`Content-Length: ${body.length}`, `Content-Length: ${body.length}`], body)],
    ['two lengths in a line', (body) => request([`Content-Length: ${body.length}, ${body.length}`], body)],
    ['a length with a sign', (body) => request([`Content-Length: +${body.length}`], body)],
    ['a length in hexadecimal', (body) => request([`Content-Length: 0x${body.length.toString(16)}`], body)],
    ['a length over 2^64', (body) => request(['Content-Length: 99999999999999999999'], body)],
    ['a negative length', (body) => request(['Content-Length: -1'], body)],
    ['a space before the colon', (body) => request([`Content-Length : ${body.length}`], body)],
    ['a folded line', (body) => request(['X: a', ' Transfer-Encoding: chunked', `Content-Length: ${body.length}`], body)],
    ['line feeds without carriage returns', (body) => request([`Content-Length: ${body.length}`], body).replaceAll('\r\n', '\n')],
    ['a carriage return without a line feed', (body) => request([`X: a\rContent-Length: ${body.length}`], body)],
    ['NUL in a header', (body) => request(['X: a\0b', `Content-Length: ${body.length}`], body)],
    ['an unknown transfer coding', (body) => request(['Transfer-Encoding: xchunked'], chunk(body))],
    ['chunked with a further coding', (body) => request(['Transfer-Encoding: chunked, identity'], chunk(body))],
    ['two Transfer-Encoding headers', (body) => request(['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], chunk(body))],
    ['a chunk of negative size', (body) => request(['Transfer-Encoding: chunked'], `-1\r\n${body}\r\n0\r\n\r\n`)],
    ['a chunk size over 2^64', (body) => request(['Transfer-Encoding: chunked'], `FFFFFFFFFFFFFFFFF\r\n${body}\r\n0\r\n\r\n`)],
    ['a chunk longer than its size', (body) => request(['Transfer-Encoding: chunked'], `4\r\n${body}\r\n0\r\n\r\n`)],
    ['a line feed in an extension of a chunk', (body) => request(['Transfer-Encoding: chunked'], chunk(body, ';a="\nb"'))],
    ['a chunk extension of 20 KB', (body) => request(['Transfer-Encoding: chunked'], chunk(body, `;a=${'b'.repeat(20_000)}`))],
    [
      'a length behind the chunks',
      (body) => request(['Transfer-Encoding: chunked'], `${chunk(body).slice(0, -2)}Content-Length: 5\r\n\r\n`),
    ],
    ['no host', (body) => request([`Content-Length: ${body.length}`], body).replace('Host: 127.0.0.1\r\n', '')],
    ['two hosts', (body) => request(['Host: evil.example', `Content-Length: ${body.length}`], body)],
  ])('%s: 400, and nothing is stored', async (_, shape) => {
    const before = await count();
    const response = await exchange(site, shape(await good()));
    expect(statuses(response)).toEqual([400]);
    expect(response).toMatch(/\r\ncontent-security-policy: default-src 'none'/iu);
    expect(response).toMatch(/\r\nx-content-type-options: nosniff\r\n/iu);
    expect(response).toMatch(/\r\nconnection: close\r\n/iu);
    expect(await count()).toBe(before);
  });
});

it.each<[string, (body: string) => string]>([
  ['chunked', (body) => request(['Transfer-Encoding: chunked'], chunk(body, ';a=b'))],
  ['Expect: 100-continue', (body) => request([`Content-Length: ${body.length}`, 'Expect: 100-continue'], body)],
  ['an unknown expectation', (body) => request([`Content-Length: ${body.length}`, 'Expect: tea'], body)],
  ['HTTP/1.0', (body) => request([`Content-Length: ${body.length}`], body, `POST ${address} HTTP/1.0`)],
])('an unusual but valid post is accepted: %s', async (_, shape) => {
  const before = await count();
  const response = await exchange(site, shape(await good()));
  expect(statuses(response).filter((status) => status !== 100)).toEqual([303]);
  expect(await count()).toBe(before + 1);
});

it('a CONNECT gets a response, although the site is no proxy', async () => {
  expect(statuses(await exchange(site, 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n'))).toEqual([400]);
});

it('bytes after a refused post are parsed as the next request', async () => {
  const refused = request(['Content-Length: 3', 'Origin: https://evil.example'], 'a=b').replace('Connection: close\r\n', '');
  expect(statuses(await exchange(site, refused + request([], '', 'GET /healthz HTTP/1.1')))).toEqual([403, 200]);
});

describe('an address that the site does not have', () => {
  it.each([
    ['GET http://evil.example/ HTTP/1.1', 404],
    [`POST http://evil.example${address} HTTP/1.1`, 404],
    ['GET //evil.example/speaker-series/ HTTP/1.1', 404],
    ['GET /\\evil.example/ HTTP/1.1', 404],
    ['GET /../../../etc/passwd HTTP/1.1', 404],
    ['GET /_astro/..%2f..%2fpackage.json HTTP/1.1', 404],
    ['GET /%2e%2e/%2e%2e/data/founder-house.db HTTP/1.1', 404],
    ['GET /..\\..\\package.json HTTP/1.1', 404],
    ['GET /problems/500.html HTTP/1.1', 404],
    ['GET /index.html HTTP/1.1', 404],
    ['GET /%00 HTTP/1.1', 404],
    ['GET /%zz HTTP/1.1', 404],
    ['GET /% HTTP/1.1', 404],
    ['GET /speaker-series%2f HTTP/1.1', 404],
    ['OPTIONS * HTTP/1.1', 404],
    ['POST /app/form/process/../process/x HTTP/1.1', 404],
    ['POST /app/form/process/__proto__ HTTP/1.1', 404],
    ['POST /app/form/process/constructor HTTP/1.1', 404],
    [`POST ${address}%00 HTTP/1.1`, 404],
    [`POST ${address}/../received HTTP/1.1`, 404],
    [`POST /app/form/process/${'a'.repeat(5000)} HTTP/1.1`, 404],
    [`POST ${address.toUpperCase()} HTTP/1.1`, 404],
    ['GET constructor HTTP/1.1', 400],
    ['get / HTTP/1.1', 400],
    ['GET / HTTP/9.9', 400],
    ['BREW / HTTP/1.1', 400],
    ['PRI * HTTP/2.0', 400],
    [`GET /${'a'.repeat(20_000)} HTTP/1.1`, 431],
  ])('%.60s: %i', async (line, status) => {
    const before = await count();
    const body = await good();
    const response = await exchange(
      site,
      line.startsWith('POST') ? request([`Content-Length: ${body.length}`], body, line) : request([], '', line),
    );
    expect(statuses(response)).toEqual([status]);
    expect(response).not.toMatch(/\r\nlocation: /iu);
    expect(response).toMatch(/\r\nx-content-type-options: nosniff\r\n/iu);
    expect(await count()).toBe(before);
  });
});

it.each([
  ['a header of 20 KB', `X: ${'x'.repeat(20_000)}`],
  ['three thousand headers', 'X: y\r\n'.repeat(3000) + 'X: y'],
])('%s gets 431', async (_, lines) => {
  expect(statuses(await exchange(site, request([lines], '', 'GET / HTTP/1.1')))).toEqual([431]);
});

describe('a method that an address does not allow', () => {
  it.each([
    ['HEAD', address, 'POST'],
    ['GET', address, 'POST'],
    ['OPTIONS', address, 'POST'],
    ['TRACE', address, 'POST'],
    ['PUT', address, 'POST'],
    ['DELETE', address, 'POST'],
    ['PATCH', address, 'POST'],
    ['POST', '/', 'GET, HEAD'],
    ['TRACE', '/', 'GET, HEAD'],
    ['OPTIONS', paths.form(workshop.id), 'GET, HEAD'],
    ['PUT', paths.challenge, 'GET, HEAD'],
    ['DELETE', paths.ready, 'GET, HEAD'],
    ['PUT', paths.confirm('x'.repeat(43)), 'GET, HEAD, POST'],
  ])('%s %s: 405', async (method, path, allow) => {
    const response = await exchange(site, request(['X-Echo: come back', 'Content-Length: 0'], '', `${method} ${path} HTTP/1.1`));
    expect(statuses(response)).toEqual([405]);
    expect(response).toMatch(new RegExp(`\r\nallow: ${allow}\r\n`, 'iu'));
    expect(response).not.toContain('come back');
    expect(response.endsWith('\r\n\r\n')).toBe(method === 'HEAD');
  });
});
