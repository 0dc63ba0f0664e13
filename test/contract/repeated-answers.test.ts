import { once } from 'node:events';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '../../src/paths.ts';
import { exchange, rawConnection, statuses } from '../support/raw-http.ts';
import { startSite } from '../support/site.ts';
import type { Site } from '../support/site.ts';

/** A page that is asked for again within a second goes out with the head of the one before: byte for byte what HTTP says, in any order. */
let site: Site;
beforeAll(async () => void (site = await startSite()));
afterAll(() => site[Symbol.asyncDispose]());

const request = (path: string, more: string[] = [], method = 'GET') =>
  [`${method} ${path} HTTP/1.1`, 'Host: x', ...more, '', ''].join('\r\n');

interface Heard {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Takes the answers of a connection apart: a head, and as many bytes as its length says where there is a body. Nothing may be left over. */
function apart(bytes: Buffer, bodiless: (at: number) => boolean): Heard[] {
  const heard: Heard[] = [];
  for (let rest = bytes; rest.length > 0;) {
    const end = rest.indexOf('\r\n\r\n');
    const [first = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
    );
    const status = Number(/^HTTP\/1\.1 (\d{3}) \S/u.exec(first)?.[1]);
    const length = bodiless(heard.length) || status === 304 ? 0 : Number(headers['content-length']);
    const body = rest.subarray(end + 4, end + 4 + length);
    expect([status, body.length]).toEqual([expect.any(Number), length]);
    heard.push({ status, headers, body: opened(body, headers['content-encoding']) });
    rest = rest.subarray(end + 4 + length);
  }
  return heard;
}

function opened(body: Buffer, encoding: string | undefined): string {
  if (body.length === 0) return '';
  return String(encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body);
}

/** Everything that comes back for these bytes until the site hangs up. */
async function bytesFor(text: string): Promise<Buffer> {
  const socket = await rawConnection(site);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const closed = once(socket, 'close');
  socket.write(text, 'latin1');
  await closed;
  return Buffer.concat(chunks);
}

describe('many requests sent at once over a connection', () => {
  it('get their answers in order, each as a single request gets it', async () => {
    const [home, privacy] = await Promise.all([paths.home, paths.privacy].map(async (path) => (await fetch(site.url + path)).text()));
    const { headers } = await fetch(site.url + paths.home, { headers: { 'accept-encoding': 'br' } });
    const etag = String(headers.get('etag'));
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
    const heard = apart(await bytesFor(asked.map(([text]) => text).join('')), (at) => asked[at]?.[0].startsWith('HEAD') ?? false);
    expect(heard.map(({ status }) => status)).toEqual(asked.map(([, status]) => status));
    for (const [at, { headers: own, body }] of heard.entries()) {
      expect(body).toBe(asked[at]?.[2] ?? body);
      expect(Date.parse(String(own['date']))).toBeGreaterThanOrEqual(since - 1000);
      expect(Date.parse(String(own['date']))).toBeLessThanOrEqual(Date.now());
      expect(own['connection']).toBe(at === asked.length - 1 ? 'close' : 'keep-alive');
    }
    // The heads are alike as well, but for the moment, and for the reference of what is not there.
    for (const [text] of turn) {
      const heads = heard.flatMap(({ headers: own }, at) => (asked[at]?.[0] === text ? [{ ...own, date: '', 'x-request-id': '' }] : []));
      expect(new Set(heads.map((head) => JSON.stringify(head))).size).toBe(1);
    }
  });
});

describe('a client that does not keep its connection', () => {
  it.each([
    ['of HTTP/1.0', `GET ${paths.home} HTTP/1.0\r\n\r\n`],
    ['that says so', request(paths.home, ['Connection: close'])],
  ])('%s is hung up on, also right behind one that keeps it', async (_, text) => {
    await (await fetch(site.url + paths.home)).text();
    const answer = await exchange(site, text);
    expect(statuses(answer)).toEqual([200]);
    expect(answer).toMatch(/\r\nconnection: close\r\n/iu);
  });
});

const dateNow = () => fetch(site.url + paths.privacy).then(({ headers }) => headers.get('date'));

it('dates an answer anew when the second is over', async () => {
  const first = await dateNow();
  await expect.poll(dateNow, { timeout: 5000 }).not.toBe(first);
});
