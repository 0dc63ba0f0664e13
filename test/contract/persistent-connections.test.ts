import { once } from 'node:events';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '../../src/paths.ts';
import { exchange, rawConnection, statuses } from '../support/raw-http.ts';
import { startSiteInProcess } from '../support/http-app.ts';
import type { SiteInProcess } from '../support/http-app.ts';

/** Responses of static pages over persistent connections, parsed byte by byte: the site reuses their prepared headers. */
let site: SiteInProcess;
beforeAll(async () => void (site = await startSiteInProcess()));
afterAll(() => site[Symbol.asyncDispose]());

const request = (path: string, more: string[] = [], method = 'GET') =>
  [`${method} ${path} HTTP/1.1`, 'Host: x', ...more, '', ''].join('\r\n');

interface ParsedResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * Parses the responses of a connection: the headers, and the number of bytes in Content-Length if there is a body.
 * Fails on remaining bytes.
 */
function parseResponses(bytes: Buffer, bodiless: (at: number) => boolean): ParsedResponse[] {
  const responses: ParsedResponse[] = [];
  for (let rest = bytes; rest.length > 0;) {
    const end = rest.indexOf('\r\n\r\n');
    const [first = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
    );
    const status = Number(/^HTTP\/1\.1 (\d{3}) \S/u.exec(first)?.[1]);
    const length = bodiless(responses.length) || status === 304 ? 0 : Number(headers['content-length']);
    const body = rest.subarray(end + 4, end + 4 + length);
    expect([status, body.length]).toEqual([expect.any(Number), length]);
    responses.push({ status, headers, body: decompress(body, headers['content-encoding']) });
    rest = rest.subarray(end + 4 + length);
  }
  return responses;
}

function decompress(body: Buffer, encoding: string | undefined): string {
  if (body.length === 0) return '';
  return String(encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body);
}

/** Returns everything that the site sends for these bytes until it closes the connection. */
async function bytesFor(text: string): Promise<Buffer> {
  const socket = await rawConnection(site);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const closed = once(socket, 'close');
  socket.write(text, 'latin1');
  await closed;
  return Buffer.concat(chunks);
}

const readHeaders = async () => (await fetch(site.url + paths.home, { headers: { 'accept-encoding': 'br' } })).headers;

describe('pipelined requests', () => {
  it('get their responses in order, each the same as for a single request', async () => {
    const [home, privacy] = await Promise.all([paths.home, paths.privacy].map(async (path) => (await fetch(site.url + path)).text()));
    // A page with another origin than the build's is compressed better in another thread, and then has another ETag.
    await expect.poll(async () => Number((await readHeaders()).get('content-length'))).toBe(brotliCompressSync(home!).length);
    const etag = String((await readHeaders()).get('etag'));
    const turn: [text: string, status: number, body: string | undefined][] = [
      [request(paths.home, ['Accept-Encoding: br']), 200, home],
      [request(paths.home, ['Accept-Encoding: br'], 'HEAD'), 200, ''],
      [request(paths.home), 200, home],
      [request(paths.home, ['Accept-Encoding: br', `If-None-Match: ${etag}`]), 304, ''],
      [request(paths.privacy, ['Accept-Encoding: gzip']), 200, privacy],
      [request('/not-here'), 404, undefined],
      [request(paths.home, ['Accept-Encoding: br;q=0, gzip']), 200, home],
    ];
    const asked = [...Array.from({ length: 20 }, () => turn).flat(), [request(paths.home, ['Connection: close']), 200, home] as const];
    const since = Math.floor(Date.now() / 1000) * 1000;
    const responses = parseResponses(
      await bytesFor(asked.map(([text]) => text).join('')),
      (at) => asked[at]?.[0].startsWith('HEAD') ?? false,
    );
    expect(responses.map(({ status }) => status)).toEqual(asked.map(([, status]) => status));
    for (const [at, { headers: own, body }] of responses.entries()) {
      expect(body).toBe(asked[at]?.[2] ?? body);
      expect(Date.parse(String(own['date']))).toBeGreaterThanOrEqual(since - 1000);
      expect(Date.parse(String(own['date']))).toBeLessThanOrEqual(Date.now());
      expect(own['connection']).toBe(at === asked.length - 1 ? 'close' : 'keep-alive');
    }
    // The headers are the same as well, except for the date and the reference of a 404.
    for (const [text] of turn) {
      const heads = responses.flatMap(({ headers: own }, at) =>
        asked[at]?.[0] === text ? [{ ...own, date: '', 'x-request-id': '' }] : [],
      );
      expect(new Set(heads.map((head) => JSON.stringify(head))).size).toBe(1);
    }
  });
});

describe('a request for a connection that is not persistent', () => {
  it.each([
    ['with HTTP/1.0', `GET ${paths.home} HTTP/1.0\r\n\r\n`],
    ['with Connection: close', request(paths.home, ['Connection: close'])],
  ])('%s gets Connection: close, also right after a persistent one', async (_, text) => {
    await (await fetch(site.url + paths.home)).text();
    const response = await exchange(site, text);
    expect(statuses(response)).toEqual([200]);
    expect(response).toMatch(/\r\nconnection: close\r\n/iu);
  });
});

const dateHeader = () => fetch(site.url + paths.privacy).then(({ headers }) => headers.get('date'));

it('the Date header changes every second', async () => {
  const first = await dateHeader();
  await expect.poll(dateHeader, { timeout: 5000 }).not.toBe(first);
});
