import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ownPage, startRemoteDesk } from '../../../../test/support/remote-desk.ts';

const hourMs = 3_600_000;
let clock: { now: Date };
let desk: Awaited<ReturnType<typeof startRemoteDesk>>;

beforeEach(async () => {
  clock = { now: new Date('2026-11-23T09:00:00Z') };
  desk = await startRemoteDesk(clock);
});
afterEach(() => desk[Symbol.asyncDispose]());

const later = (ms: number) => void (clock.now = new Date(clock.now.getTime() + ms));
const { host } = ownPage;
const get = (url: string, headers?: Record<string, string>) => desk.get(url, headers);
const post = (url: string, headers?: Record<string, string>, body?: object) => desk.post(url, headers, body);

describe('a session', () => {
  it('opens the desk, is stored as a hash only, and shows the signed-in organizer', async () => {
    const cookie = await desk.signIn('Ada');
    expect((await get('/', { cookie })).statusCode).toBe(200);
    expect((await get('/api/site', { cookie })).json()).toMatchObject({ signedIn: { name: 'Ada', role: 'organizer' } });
    const list = JSON.stringify(await desk.store.organizers.listOrganizers(clock.now));
    expect(list).not.toContain(cookie.split('=')[1]);
  });

  it('ends 12 hours after its last request', async () => {
    const cookie = await desk.signIn('Ada');
    later(11 * hourMs);
    expect((await get('/api/site', { cookie })).statusCode).toBe(200);
    later(11 * hourMs);
    expect((await get('/api/site', { cookie })).statusCode).toBe(200);
    later(12 * hourMs);
    expect((await get('/api/site', { cookie })).statusCode).toBe(401);
  });

  it('is not kept open by what a page requests on its own while nobody uses it', async () => {
    const cookie = await desk.signIn('Ada');
    later(11 * hourMs);
    expect((await get('/api/site', { cookie, 'desk-unattended': 'true' })).statusCode).toBe(200);
    later(2 * hourMs);
    expect((await get('/api/site', { cookie })).statusCode).toBe(401);
  });

  it('is kept open by a change, even from a page that says that nobody uses it', async () => {
    const cookie = await desk.signIn('Ada');
    later(11 * hourMs);
    expect((await post('/api/deliveries/retry', { cookie, 'desk-unattended': 'true' })).statusCode).toBe(200);
    later(2 * hourMs);
    expect((await get('/api/site', { cookie })).statusCode).toBe(200);
  });

  it('ends after 7 days of use', async () => {
    const cookie = await desk.signIn('Ada');
    for (let hours = 0; hours < 160; hours += 10) {
      expect((await get('/api/site', { cookie })).statusCode).toBe(200);
      later(10 * hourMs);
    }
    later(8 * hourMs);
    expect((await get('/api/site', { cookie })).statusCode).toBe(401);
  });

  it('that was started by a clock that was a year ahead ends when the clock is corrected, and is not open again a year later', async () => {
    const right = clock.now;
    later(365 * 24 * hourMs);
    const cookie = await desk.signIn('Ada');
    expect((await get('/api/site', { cookie })).statusCode).toBe(200);
    clock.now = right;
    expect((await get('/api/site', { cookie })).statusCode).toBe(401);
    await desk.signIn('Bea');
    later(365 * 24 * hourMs);
    expect((await get('/api/site', { cookie })).statusCode).toBe(401);
  });

  it('ends immediately at sign-out, when another organizer ends it, and when access is revoked', async () => {
    const [ada, bea, cleo] = [await desk.signIn('Ada'), await desk.signIn('Bea'), await desk.signIn('Cleo')];
    const { organizers } = (await get('/api/access', { cookie: ada })).json<{
      organizers: { name: string; sessions: { id: string }[] }[];
    }>();
    const session = organizers.find(({ name }) => name === 'Bea')?.sessions[0]?.id;
    expect((await post(`/api/access/sessions/${session}/end`, { cookie: ada })).statusCode).toBe(200);
    expect((await get('/api/site', { cookie: bea })).statusCode).toBe(401);
    expect((await post('/api/access/revoke', { cookie: ada }, { name: 'cleo' })).json()).toEqual({ revoked: 'Cleo' });
    expect((await get('/api/site', { cookie: cleo })).statusCode).toBe(401);
    const out = await post('/api/sign-out', { cookie: ada });
    expect(out.headers['set-cookie']).toMatch(/^__Host-desk=; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=0$/u);
    expect((await get('/api/site', { cookie: ada })).statusCode).toBe(401);
  });

  it('of a reader ends when the reader ends it on another device; a reader ends nobody else’s', async () => {
    const [lost, kept, ada] = [await desk.signIn('Rita', 'reader'), await desk.signIn('Rita', 'reader'), await desk.signIn('Ada')];
    const idOf = async (cookie: string) =>
      (await get('/api/site', { cookie })).json<{ signedIn: { sessionId: string } }>().signedIn.sessionId;
    const end = async (id: string) => post(`/api/access/sessions/${id}/end`, { cookie: kept });
    const refused = await end(await idOf(ada));
    expect([refused.statusCode, refused.json()]).toEqual([403, { message: expect.stringContaining('your own sessions only') as string }]);
    const id = await idOf(lost);
    expect((await end(id)).json()).toEqual({ ended: true });
    expect((await get('/api/site', { cookie: lost })).statusCode).toBe(401);
    for (const cookie of [kept, ada]) expect((await get('/api/site', { cookie })).statusCode).toBe(200);
    expect((await end(id)).statusCode).toBe(403);
  });

  it('cannot be revoked by its own organizer, in whatever case the name is typed', async () => {
    const ada = await desk.signIn('Ada');
    for (const name of ['Ada', 'ada ']) expect((await post('/api/access/revoke', { cookie: ada }, { name })).statusCode).toBe(403);
    expect((await get('/api/site', { cookie: ada })).statusCode).toBe(200);
  });

  it('revokes the invitations that the revoked organizer made', async () => {
    const [ada, bea] = [await desk.signIn('Ada'), await desk.signIn('Bea')];
    const { url } = (await post('/api/access/invite', { cookie: bea }, { name: 'Mallory', role: 'organizer' })).json<{ url: string }>();
    await post('/api/access/revoke', { cookie: ada }, { name: 'Bea' });
    expect((await post('/api/register/options', {}, { token: new URL(url).hash.slice(1) })).statusCode).toBe(403);
  });

  it('attack: an organizer who is revoked while the body of an invitation is still being sent invites nobody', async () => {
    const cookie = await desk.signIn('Mallory');
    const checked = vi.spyOn(desk.store.organizers, 'findSession');
    const body = new PassThrough();
    const invited = desk.app.inject({ method: 'POST', url: '/api/access/invite', headers: { ...ownPage, cookie }, payload: body });
    await expect.poll(() => checked.mock.settledResults).toMatchObject([{ type: 'fulfilled' }]);
    await desk.store.organizers.revokeOrganizer('Mallory');
    body.end(JSON.stringify({ name: 'Trudy', role: 'organizer' }));
    expect((await invited).statusCode).toBe(401);
    expect((await desk.store.organizers.listOrganizers(clock.now)).invitations).toEqual([]);
  });

  it('attack: an organizer who is revoked right after the last check of the session invites nobody', async () => {
    const cookie = await desk.signIn('Mallory');
    const { organizers } = desk.store;
    const { findSession } = organizers;
    let checks = 0;
    vi.spyOn(organizers, 'findSession').mockImplementation(async (...request) => {
      const session = await findSession(...request);
      checks += 1;
      if (checks === 2) await organizers.revokeOrganizer('Mallory');
      return session;
    });
    expect((await post('/api/access/invite', { cookie }, { name: 'Trudy', role: 'organizer' })).statusCode).toBe(403);
    expect((await organizers.listOrganizers(clock.now)).invitations).toEqual([]);
  });
});

const tokenOf = (url: string) => new URL(url).hash.slice(1);
const options = (token: string) => post('/api/register/options', {}, { token });

describe('an invitation', () => {
  it('is a link with the token in its fragment, is valid for 24 hours, and is replaced by the next for the same name', async () => {
    const cookie = await desk.signIn('Ada');
    const invite = async () => (await post('/api/access/invite', { cookie }, { name: 'Bea', role: 'reader' })).json<{ url: string }>().url;
    const [first, second] = [await invite(), await invite()];
    expect(second).toMatch(/^https:\/\/desk\.founderhouse\.example\/register#[\w-]{43}$/u);
    expect((await options(tokenOf(first))).statusCode).toBe(403);
    expect((await options(tokenOf(second))).json()).toMatchObject({
      rp: { id: host },
      authenticatorSelection: { userVerification: 'required' },
    });
    later(24 * hourMs);
    expect((await options(tokenOf(second))).json()).toEqual({ message: expect.stringContaining('has expired') });
  });

  it('that was made by a clock that was a year ahead is not open when the clock is corrected, nor a year later', async () => {
    const right = clock.now;
    later(365 * 24 * hourMs);
    const { token } = await desk.store.organizers.inviteOrganizer({ name: 'Bea' }, clock.now);
    expect((await options(token)).statusCode).toBe(200);
    clock.now = right;
    expect((await options(token)).statusCode).toBe(403);
    expect((await desk.store.organizers.listOrganizers(clock.now)).invitations).toEqual([]);
    await desk.store.organizers.inviteOrganizer({ name: 'Cleo' }, clock.now);
    later(365 * 24 * hourMs);
    expect((await options(token)).statusCode).toBe(403);
  });

  it('is withdrawn without the access that its organizer has already, even by that organizer', async () => {
    const [ada, bea] = [await desk.signIn('Ada'), await desk.signIn('Bea')];
    const withdraw = (name: string) => post('/api/access/withdraw', { cookie: ada }, { name });
    for (const name of ['Ada', 'Bea']) {
      const { token } = await desk.store.organizers.inviteOrganizer({ name }, clock.now);
      expect((await withdraw(` ${name.toLowerCase()}`)).json()).toEqual({ withdrawn: name });
      expect((await options(token)).statusCode).toBe(403);
    }
    for (const cookie of [ada, bea]) expect((await get('/api/site', { cookie })).statusCode).toBe(200);
    expect((await get('/api/access', { cookie: ada })).json()).toMatchObject({
      organizers: [
        { name: 'Ada', passkeys: 1 },
        { name: 'Bea', passkeys: 1 },
      ],
      invitations: [],
    });
  });

  it('that was used in the meantime is not withdrawn, and the refusal says so', async () => {
    const ada = await desk.signIn('Ada');
    const bea = await desk.signIn('Bea');
    const late = await post('/api/access/withdraw', { cookie: ada }, { name: 'Bea' });
    expect([late.statusCode, late.json()]).toEqual([403, { message: expect.stringContaining('no longer open') as string }]);
    expect((await get('/api/site', { cookie: bea })).statusCode).toBe(200);
  });

  it('cannot register a passkey in the name of another organizer', async () => {
    const ada = await desk.signIn('Ada');
    await desk.signIn('Bea');
    for (const name of ['Bea', ' bea ', 'ＢＥＡ'])
      expect((await post('/api/access/invite', { cookie: ada }, { name, role: 'organizer' })).statusCode).toBe(403);
    expect((await post('/api/access/invite', { cookie: ada }, { name: 'Ada', role: 'reader' })).json()).toMatchObject({
      role: 'organizer',
    });
  });
});
