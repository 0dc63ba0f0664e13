import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownPage, startRemoteDesk } from '../../../../test/support/remote-desk.ts';
import { startHttpApp } from '../../../../test/support/http-app.ts';
import { answersOf, registration } from '../../../../test/support/desk.ts';

let clock: { now: Date };
let desk: Awaited<ReturnType<typeof startRemoteDesk>>;

beforeEach(async () => {
  clock = { now: new Date('2026-11-23T09:00:00Z') };
  desk = await startRemoteDesk(clock);
});
afterEach(() => desk[Symbol.asyncDispose]());

const { host } = ownPage;
const get = (url: string, headers?: Record<string, string>) => desk.get(url, headers);
const post = (url: string, headers?: Record<string, string>, body?: object) => desk.post(url, headers, body);

describe('without a session', () => {
  it('pages lead to the sign-in page, and data is refused', async () => {
    for (const path of ['/', '/registrations', '/access']) {
      const { statusCode, headers } = await get(path);
      expect([path, statusCode, headers.location]).toEqual([path, 303, '/sign-in']);
    }
    for (const path of ['/api/overview', '/api/events', '/api/registrations.csv', '/api/access', '/api/site', '/nothing'])
      expect([path, (await get(path)).statusCode]).toEqual([path, 401]);
  });

  it('an address that the desk does not have leads a person to the sign-in page', async () => {
    const { statusCode, headers } = await get('/nothing', { accept: 'text/html' });
    expect([statusCode, headers.location]).toEqual([303, '/sign-in']);
  });

  it('every route except sign-in is refused', async () => {
    const routes = desk.routes.filter(({ url }) => !url.startsWith('/assets/'));
    const open: string[] = [];
    for (const { method, url } of routes) {
      if (method === 'CONNECT' || method === 'TRACE') continue;
      const { statusCode } = await desk.app.inject({
        method: method as 'GET',
        url: url.replace(':id', 'x'),
        headers: ownPage,
        body: method === 'GET' ? undefined : '{}',
      });
      if (statusCode !== 401 && statusCode !== 303) open.push(`${method} ${url}`);
    }
    expect(open.toSorted()).toEqual([
      'GET /api/session',
      'GET /register',
      'GET /sign-in',
      'HEAD /api/session',
      'HEAD /register',
      'HEAD /sign-in',
      'POST /api/register',
      'POST /api/register/options',
      'POST /api/sign-in',
      'POST /api/sign-in/options',
    ]);
  });

  it('attack: a sign-in or registration whose client data is JSON of another kind is refused, and the response does not name the database', async () => {
    const path = desk.databaseUrl.replace(/^file:/u, '');
    for (const clientData of ['null', '[]', '1', '{}', '{"challenge":1}', '{"challenge":{"length":32}}', '{', '']) {
      const clientDataJSON = Buffer.from(clientData).toString('base64url');
      const response = { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON } };
      for (const [url, more] of [
        ['/api/sign-in', {}],
        ['/api/register', { token: 'x' }],
      ] as const) {
        const { statusCode, body } = await post(url, {}, { response, ...more });
        expect([clientData, url, statusCode, body]).toEqual([clientData, url, 403, expect.stringContaining('not accepted here')]);
        expect(body).not.toContain(path);
      }
    }
  });

  it('attack: the database is not named while it fails, except in the log and to an organizer', async () => {
    const cookie = await desk.signIn('Ada');
    const path = desk.databaseUrl.replace(/^file:/u, '');
    using database = new DatabaseSync(path);
    database.exec('DROP TABLE passkey_challenges; DROP TABLE letters');
    const { statusCode, body } = await post('/api/sign-in/options');
    expect([statusCode, body]).toEqual([503, expect.not.stringContaining(path)]);
    expect(desk.logged.at(-1)).toContain(path);
    expect((await get('/api/letters', { cookie })).body).toContain(path);
    database.exec('DROP TABLE organizer_sessions');
    expect((await get('/api/site', { cookie: '__Host-desk=x' })).body).not.toContain(path);
  });

  it('an invented cookie is refused, even after an organizer has signed in with it', async () => {
    const planted = `__Host-desk=${'x'.repeat(43)}`;
    expect((await get('/api/overview', { cookie: planted })).statusCode).toBe(401);
    const own = await desk.signIn('Ada');
    expect(own).not.toBe(planted);
    expect((await get('/api/overview', { cookie: planted })).statusCode).toBe(401);
  });
});

it('a reader can only read, sign out, remove own passkeys, and end own sessions: every other route, and every route without a declared role, is refused', async () => {
  const cookie = await desk.signIn('Rita', 'reader');
  const writing = desk.routes.filter(({ method, access }) => !['GET', 'HEAD', 'CONNECT', 'TRACE'].includes(method) && access === undefined);
  expect(writing.map(({ method, url }) => `${method} ${url}`)).toEqual(
    expect.arrayContaining([
      'POST /api/entries/:id/invite',
      'POST /api/entries/:id/resend',
      'POST /api/registrations/:id/attendance',
      'POST /api/registrations/:id/erase',
      'POST /api/registrations/:id/release',
      'POST /api/registrations/:id/resend',
      'POST /api/deliveries/retry',
      'POST /api/access/invite',
      'POST /api/access/revoke',
      'POST /api/access/withdraw',
    ]),
  );
  for (const { method, url } of writing) {
    const { statusCode } = await desk.app.inject({
      method: method as 'POST',
      url: url.replace(':id', 'x'),
      headers: { ...ownPage, cookie },
      body: '{}',
    });
    expect([method, url, statusCode]).toEqual([method, url, 403]);
  }
  for (const path of ['/', '/api/registrations', '/api/retreat', '/api/deliveries', '/api/access'])
    expect((await get(path, { cookie })).statusCode).toBe(200);
  expect(desk.routes.filter(({ access }) => access === 'reader').map(({ url }) => url)).toEqual([
    '/api/sign-out',
    '/api/access/passkeys/remove',
    '/api/access/sessions/:id/end',
  ]);
});

it('a change has the name of its organizer in the history and in the log', async () => {
  const { id } = await desk.store.submissions.record(registration({ more: answersOf('Grace Hopper', 'Cobol') }));
  const cookie = await desk.signIn('Ada');
  expect((await post(`/api/entries/${id}/invite`, { cookie }, { days: 7 })).statusCode).toBe(200);
  expect((await post(`/api/entries/${id}/revoke`, { cookie }, { from: 'invited' })).statusCode).toBe(200);
  const { entry } = (await get(`/api/registrations/${id}`, { cookie })).json<{ entry: { history: object[] } }>();
  expect(entry.history).toMatchObject([
    { event: 'join', actor: 'founder', name: null },
    { event: 'invite', actor: 'organizer', name: 'Ada' },
    { event: 'revoke', actor: 'organizer', name: 'Ada' },
  ]);
  const changes = desk.logged.map((line) => JSON.parse(line) as object);
  expect(changes).toMatchObject([
    { organizer: 'Ada', route: '/api/entries/:id/invite', params: { id }, status: 200 },
    { organizer: 'Ada', route: '/api/entries/:id/revoke', params: { id }, status: 200 },
  ]);
});

describe('another page', () => {
  it.each([undefined, 'null', 'https://founderhouse.example', 'http://desk.founderhouse.example', 'https://evil.example'])(
    'changes nothing and signs nobody in from %s',
    async (origin) => {
      const cookie = await desk.signIn('Ada');
      for (const url of ['/api/access/invite', '/api/sign-out', '/api/sign-in/options', '/api/register/options']) {
        const { origin: _, ...headers } = ownPage;
        const response = await desk.app.inject({
          method: 'POST',
          url,
          headers: { ...headers, cookie, ...(origin && { origin }) },
          body: '{}',
        });
        expect([url, response.statusCode]).toEqual([url, 403]);
      }
    },
  );

  it('cannot read from another site, including the public site under the same domain', async () => {
    const cookie = await desk.signIn('Ada');
    for (const site of ['cross-site', 'same-site'])
      expect((await get('/api/registrations.csv', { cookie, 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' })).statusCode).toBe(403);
  });

  it('cannot use another Host, and cannot post a form', async () => {
    const cookie = await desk.signIn('Ada');
    for (const other of ['evil.example', 'founderhouse.example', `${host}:4322`, '127.0.0.1'])
      expect((await get('/api/site', { cookie, host: other })).statusCode).toBe(403);
    expect((await post('/api/access/invite', { cookie, 'content-type': 'text/plain' })).statusCode).toBe(415);
  });
});

it('sign-in attempts of every kind are rate-limited per client', async () => {
  const tries: number[] = [];
  for (let count = 0; count < 21; count += 1)
    tries.push((await post(count % 2 ? '/api/sign-in' : '/api/register/options', {}, { token: 'x' })).statusCode);
  expect(tries.slice(0, 20)).not.toContain(429);
  const last = await post('/api/sign-in/options');
  expect([tries[20], last.statusCode, Number(last.headers['retry-after']) > 0]).toEqual([429, 429, true]);
});

it('every response forbids framing, caching and scripts of other origins, and requires TLS', async () => {
  const cookie = await desk.signIn('Ada');
  for (const [url, headers] of [
    ['/sign-in', {}],
    ['/', { cookie }],
    ['/api/site', {}],
    ['/nothing', { cookie }],
  ] as const)
    expect((await get(url, headers)).headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
      'strict-transport-security': expect.stringContaining('max-age=') as string,
      'referrer-policy': 'no-referrer',
    });
});

it('the public site has no address of the desk', async () => {
  await using site = await startHttpApp(clock);
  const deskAddresses = [...new Set(desk.routes.map(({ url }) => url.replace(':id', 'x')))].filter((url) => url !== '/' && url !== '*');
  expect(deskAddresses).toContain('/sign-in');
  for (const url of deskAddresses)
    expect([url, (await site.app.inject({ url, headers: { host: '127.0.0.1:4321' } })).statusCode]).toEqual([url, 404]);
  expect((await site.app.inject({ url: '/', headers: { host, cookie: await desk.signIn('Ada') } })).body).not.toContain('The desk');
});
