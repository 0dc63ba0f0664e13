import { mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organizer } from '../../../../test/support/organizer.ts';
import { answersOf, openSession, registration, startDesk, startDeskInProcess, storeAll } from '../../../../test/support/desk.ts';

const folder = mkdtempSync(join(tmpdir(), 'founder-house-desk-'));
let desk: Awaited<ReturnType<typeof startDeskInProcess>>;
/** What the desk's own page sends. */
let session: Awaited<ReturnType<typeof openSession>>['session'];
let id: string;

interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a request with exactly these headers, Host included. */
async function send(path: string, { method = 'GET', headers = {}, body }: RequestOptions = {}, origin = desk.origin) {
  const outgoing = request(origin + path, { method, headers });
  outgoing.end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  if (!response.headers['content-type']?.startsWith('text/event-stream')) for await (const chunk of response) chunks.push(chunk as Buffer);
  else response.destroy();
  return { status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString() };
}

const json = { 'content-type': 'application/json' };
const keyOf = (address: string) => new URL(address).search;

beforeAll(async () => {
  [id = ''] = await storeAll(folder, [registration({ more: answersOf('Ada Byron', 'Crumb & Co.') })]);
  desk = await startDeskInProcess(folder);
});

afterAll(async () => {
  await desk[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

describe('the key of the desk', () => {
  it.each(['/', '/registrations', '/api/overview', '/api/events', '/?key=', '/?key=wrong', '/?key=ä', '/assets/nothing.js'])(
    'is required for %s',
    async (path) => {
      const { status, text } = await send(encodeURI(path));
      expect(status).toBe(403);
      expect(text).toContain('Run <code>bin/organizer desk</code> again');
      expect(text).not.toContain('Ada');
    },
  );

  it('is exchanged for an HttpOnly cookie and a token in the fragment, and removed from the address', async () => {
    const opened = await openSession(desk.address);
    const { status, headers } = opened.response;
    expect(status).toBe(303);
    expect(headers.get('location')).toMatch(/^\/#page-token=[\w-]{43}$/u);
    expect(headers.get('set-cookie')).toMatch(/^desk-\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/u);
    session = opened.session;
    const secrets = [session.cookie.split('=')[1], session.authorization.split(' ')[1], keyOf(desk.address).slice('?key='.length)];
    expect(new Set(secrets).size).toBe(3);
    expect((await send('/api/overview', { headers: session })).status).toBe(200);
  });

  it('works once, with the cookie as well', async () => {
    expect((await send(`/${keyOf(desk.address)}`)).status).toBe(403);
    expect((await send(`/${keyOf(desk.address)}`, { headers: session })).status).toBe(403);
  });

  it('is not accepted as the cookie, and neither is another value', async () => {
    const [name] = session.cookie.split('=');
    for (const value of ['', keyOf(desk.address).slice('?key='.length), 'x'.repeat(43)])
      expect((await send('/api/overview', { headers: { ...session, cookie: `${name}=${value}` } })).status).toBe(403);
  });
});

describe('the desk', () => {
  it.each(['evil.example', 'evil.example:80', '127.0.0.1', '127.0.0.1:1', '0.0.0.0', '[::1]'])('refuses the Host %s', async (host) => {
    for (const path of ['/', '/api/overview', `/${keyOf(desk.address)}`])
      expect((await send(path, { headers: { ...session, host } })).status).toBe(403);
  });

  it('accepts the Host localhost', async () => {
    const host = `localhost:${new URL(desk.origin).port}`;
    expect((await send('/api/overview', { headers: { ...session, host } })).status).toBe(200);
  });

  it.each([undefined, 'null', 'https://evil.example', 'http://127.0.0.1:4321', 'http://localhost'])(
    'refuses a post with the Origin %s',
    async (origin) => {
      const headers = { ...session, ...json, ...(origin !== undefined && { origin }) };
      expect((await send(`/api/entries/${id}/invite`, { method: 'POST', headers, body: '{"days":7}' })).status).toBe(403);
    },
  );

  it.each(['cross-site', 'same-site'])('refuses a %s read', async (site) => {
    const headers = { ...session, 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' };
    expect((await send('/api/registrations.csv', { headers })).status).toBe(403);
  });

  it.each([undefined, 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonp'])(
    'refuses a post of type %s',
    async (type) => {
      const headers = { ...session, origin: desk.origin, ...(type !== undefined && { 'content-type': type }) };
      expect((await send(`/api/entries/${id}/revoke`, { method: 'POST', headers, body: '{}' })).status).toBe(415);
    },
  );

  it.each([
    ['invalid JSON', '{'],
    ['a list', '[]'],
    ['no days', '{"note":"Come"}'],
    ['too many days', '{"days":61}'],
    ['half a day', '{"days":0.5}'],
    ['a note that is not a string', '{"days":7,"note":{}}'],
    ['a long note', JSON.stringify({ days: 7, note: 'x'.repeat(2001) })],
    ['a long body', JSON.stringify({ days: 7, more: 'x'.repeat(70_000) })],
    ['a NUL, which PostgreSQL cannot store,', JSON.stringify({ days: 7, note: 'Come\0' })],
    ['half a surrogate pair, which UTF-8 cannot hold,', JSON.stringify({ days: 7, note: 'Come \uD83C' })],
  ])('refuses an invitation with %s', async (_, body) => {
    const headers = { ...session, origin: desk.origin, ...json };
    expect((await send(`/api/entries/${id}/invite`, { method: 'POST', headers, body })).status).toBe(400);
  });

  it.each(['/api/registrations?search=a%00b', '/api/registrations/a%00b', '/api/retreat?retreat=%00'])(
    'refuses the NUL in %s, which PostgreSQL cannot search for',
    async (path) => {
      expect((await send(path, { headers: session })).status).toBe(400);
    },
  );

  it('distinguishes a NUL from a text that spells one', async () => {
    const headers = { ...session, origin: desk.origin, ...json };
    const write = (text: string) => send('/api/entries/nobody/memo', { method: 'POST', headers, body: JSON.stringify({ text }) });
    expect((await write('\\u0000')).status).toBe(409);
    expect((await write('\\\0')).status).toBe(400);
  });

  it.each(['{}', '{"from":"elsewhere"}'])('refuses to withdraw with %s', async (body) => {
    const headers = { ...session, origin: desk.origin, ...json };
    expect((await send(`/api/entries/${id}/revoke`, { method: 'POST', headers, body })).status).toBe(400);
  });

  it('has changed nothing after all refused requests', async () => {
    const { stdout } = await organizer(['retreat', 'seats', '--json'], { DATA_DIR: folder });
    expect(JSON.parse(stdout)).toEqual({ capacity: 10, accepted: 0, invited: 0, waiting: 1 });
  });

  it('listens on 127.0.0.1 only', async () => {
    const others = Object.values(networkInterfaces())
      .flat()
      .filter((network) => network !== undefined && !network.internal && network.family === 'IPv4');
    const port = Number(new URL(desk.origin).port);
    for (const { address } of [...others, { address: '127.0.0.2' }] as { address: string }[]) {
      const socket = connect(port, address);
      const outcome = await new Promise<string>((resolve) => {
        socket.once('connect', () => resolve('connected'));
        socket.once('error', () => resolve('refused'));
      });
      socket.destroy();
      expect({ address, outcome }).toEqual({ address, outcome: 'refused' });
    }
  });
});

it('every response of the desk forbids caching, framing and inline script', async () => {
  for (const [path, headers] of [
    ['/', session],
    ['/', {}],
    ['/api/overview', session],
    ['/api/nothing', session],
    ['/api/events', session],
    ['/api/registrations.csv', session],
  ] as [string, Record<string, string>][]) {
    const response = await send(path, { headers });
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    const policy = response.headers['content-security-policy'] as string;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
  const { headers } = await send('/', { headers: session });
  expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
});

it('the desk refuses other methods with 405 and Allow', async () => {
  const headers = { ...session, origin: desk.origin, ...json };
  const allowed = async (path: string) => {
    const response = await send(path, { method: 'POST', headers, body: '{}' });
    return [response.status, response.headers.allow];
  };
  expect(await allowed('/registrations')).toEqual([405, 'GET, HEAD']);
  expect(await allowed('/api/overview')).toEqual([405, 'GET, HEAD']);
  expect(await allowed('/api/nothing')).toEqual([404, undefined]);
  const { status, headers: read } = await send('/api/deliveries/retry', { headers });
  expect([status, read.allow]).toEqual([405, 'POST']);
});

/** Opens the desk, follows its events as its page does, and ends it. Returns the exit code. */
async function endWhileFollowed(own: Awaited<ReturnType<typeof startDesk>>, signal: NodeJS.Signals): Promise<number | null> {
  const opened = await openSession(own.address);
  const following = request(`${own.origin}/api/events`, { headers: opened.session });
  following.end();
  const [response] = (await once(following, 'response')) as [IncomingMessage];
  response.on('error', () => {});
  response.resume();
  expect(response.statusCode).toBe(200);
  return own.end(signal);
}

describe('the desk command', () => {
  it('exits with 0 on SIGTERM while a page listens to its events', async () => {
    expect(await endWhileFollowed(await startDesk(folder), 'SIGTERM')).toBe(0);
  });

  it('uses the port of --port, says so if it is in use, and exits with 0 on SIGINT while a page listens to its events', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const port = String((taken.address() as AddressInfo).port);
    const { status, stderr } = await organizer(['desk', '--no-open', '--port', port], { DATA_DIR: folder });
    expect(status).toBe(1);
    expect(stderr).toContain(`Port ${port} is in use; choose another port, or leave out --port\n`);
    taken.close();
    await once(taken, 'close');
    await using own = await startDesk(folder, { flags: ['--port', port] });
    expect(own.origin).toBe(`http://127.0.0.1:${port}`);
    expect(await endWhileFollowed(own, 'SIGINT')).toBe(0);
  });

  it('refuses without a database, and with an invalid port', async () => {
    const nowhere = await organizer(['desk', '--no-open'], { DATA_DIR: join(folder, 'nothing') });
    expect(nowhere.stderr).toMatch(/^There is no database /u);
    expect(nowhere.status).toBe(1);
    expect((await organizer(['desk', '--port', '0'], { DATA_DIR: folder })).status).toBe(2);
  });
});
