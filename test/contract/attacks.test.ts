import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answers, post, waitlist, workshop } from '../support/forms.ts';
import { unlimited } from '../support/proof.ts';
import { exchange, rawConnection, statuses } from '../support/raw-http.ts';
import { startSiteInProcess } from '../support/http-app.ts';
import type { SiteInProcess } from '../support/http-app.ts';

/** Requests that cost the site more than they cost their sender. */

let site: SiteInProcess;
beforeAll(async () => {
  site = await startSiteInProcess({ TRUST_PROXY: 'loopback' });
});
afterAll(() => site[Symbol.asyncDispose]());

const host = () => new URL(site.url).host;
const unknown = `/invitation/${'a'.repeat(43)}`;
const from = (client: string) => ({ headers: { 'x-forwarded-for': client } });
const statusOf = async (path: string, client: string) => (await fetch(site.url + path, from(client))).status;

const flood = (count: number, path: string, header = '') => `GET ${path} HTTP/1.1\r\nHost: ${host()}\r\n${header}\r\n`.repeat(count);

/** Sends many requests at once. Returns how many responses came before the site closed the connection, which a client sees as a reset. */
async function sendFlood(count: number, header?: string): Promise<number> {
  const socket = await rawConnection(site);
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
  socket.write(flood(count, unknown, header));
  await new Promise((resolve) => socket.once('close', resolve));
  return statuses(received).length;
}

describe('attack: pipelined requests', () => {
  it('beyond 200 that wait close the connection, and other visitors are answered meanwhile', async () => {
    const headers = ['', '', '', 'Expect: 100-continue\r\n', 'Expect: nothing\r\n'];
    const floods = Promise.all(headers.map((header) => sendFlood(900, `X-Forwarded-For: 198.51.100.9\r\n${header}`)));
    expect(await statusOf('/', '198.51.100.1')).toBe(200);
    for (const responses of await floods) expect(responses).toBeLessThanOrEqual(201);
  });

  it('are answered in order, with complete responses', async () => {
    const last = `GET /no-such-page HTTP/1.1\r\nHost: ${host()}\r\nConnection: close\r\n\r\n`;
    const responses = await exchange(site, flood(50, '/healthz') + flood(1, unknown) + last);
    expect(statuses(responses)).toEqual([...Array<number>(50).fill(200), 404, 404]);
  });

  it('are dropped when their connection closes', async () => {
    const alone = await startSiteInProcess(unlimited);
    const socket = await rawConnection(alone);
    socket.write(`GET ${unknown} HTTP/1.1\r\nHost: ${new URL(alone.url).host}\r\n\r\n`.repeat(100));
    socket.destroy();
    await fetch(`${alone.url}/privacy`);
    await alone[Symbol.asyncDispose]();
    expect(alone.printed().match(/"path":"\/invitation\//gu)?.length ?? 0).toBeLessThan(100);
  });
});

it('attack: a valid post that is followed by garbage is answered as received', async () => {
  const body = new URLSearchParams(answers()).toString();
  const head = [
    `POST /app/form/process/${workshop.id} HTTP/1.1`,
    `Host: ${host()}`,
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${body.length}`,
    'X-Forwarded-For: 198.51.100.2',
  ];
  const responses = await exchange(site, `${head.join('\r\n')}\r\n\r\n${body}GARBAGE\r\n\r\n`);
  expect(statuses(responses)).toEqual([303, 400]);
});

it('attack: a client that asks for more rendered pages than anyone reads gets a short page with status 429, and another client is answered', async () => {
  await using own = await startSiteInProcess({ TRUST_PROXY: 'loopback', RATE_LIMIT_PER_MINUTE: '2' });
  const path = `/app/form/process/${waitlist.id}`;
  const refused = () =>
    post(own, waitlist.id, {}, { 'x-forwarded-for': '198.51.100.3' }).then(async (response) => ({
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      hasForm: (await response.text()).includes(path),
    }));
  const all = [];
  for (let count = 0; count < 26; count += 1) all.push(await refused());
  expect(all[0]).toMatchObject({ status: 422, hasForm: true });
  // Two posts a minute: then the form comes back with what was typed, and after a while without.
  expect(all[4]).toMatchObject({ status: 429, hasForm: true });
  expect(all[25]).toMatchObject({ status: 429, hasForm: false, retryAfter: expect.stringMatching(/^\d+$/u) });
  expect((await post(own, waitlist.id, {}, { 'x-forwarded-for': '198.51.100.4' })).status).toBe(422);
});

it.each([
  ['IPv4 with ports', ['203.0.113.2:4000', '203.0.113.2:4001', '203.0.113.2']],
  ['IPv6 with ports', ['[2001:db8::1]:4000', '[2001:db8::1]:4001', '2001:db8::1']],
  ['no address at all', ['unknown', '_hidden', 'garbage']],
])('attack: an X-Forwarded-For of %s counts as one client', async (_, clients) => {
  const codes = [];
  for (let count = 0; count < 11; count += 1)
    codes.push((await post(site, workshop.id, answers(), { 'x-forwarded-for': clients[count % clients.length]! })).status);
  expect(codes).toEqual([...Array<number>(10).fill(303), 429]);
});

it('attack: a request target with the site’s origin is served, and one with another origin is not', async () => {
  const get = (target: string) => exchange(site, `GET ${target} HTTP/1.1\r\nHost: ${host()}\r\nConnection: close\r\n\r\n`);
  expect(statuses(await get(`${site.url}/healthz`))).toEqual([200]);
  // A scheme has no case.
  expect(statuses(await get(`${site.url.replace('http', 'HTTP')}/healthz`))).toEqual([200]);
  expect(statuses(await get('http://evil.example/healthz'))).toEqual([404]);
});

it('attack: the ids of requests do not reveal the number of requests', async () => {
  const ids = await Promise.all(Array.from({ length: 3 }, async () => (await fetch(`${site.url}/healthz`)).headers.get('x-request-id')));
  expect(new Set(ids.map((id) => id?.slice(0, 4))).size).toBe(3);
});
