import { afterEach, beforeEach, expect, it } from 'vitest';
import { untilBlocked } from '../../../../test/support/blocked.ts';
import { queryDatabase } from '../../../../test/support/databases.ts';
import { engineOver } from '../../../../test/support/race-engine.ts';
import { startRemoteDesk } from '../../../../test/support/remote-desk.ts';

const minuteMs = 60_000;
let clock: { now: Date };
let desk: Awaited<ReturnType<typeof startRemoteDesk>>;

beforeEach(async () => {
  clock = { now: new Date('2026-11-23T09:00:00Z') };
  desk = await startRemoteDesk(clock);
});
afterEach(() => desk[Symbol.asyncDispose]());

interface OwnPasskey {
  id: string;
  device: string | null;
  createdAt: string;
  usedAt: string;
  isCurrent: boolean;
}

const list = async (cookie: string) => (await desk.get('/api/access/passkeys', { cookie })).json<OwnPasskey[]>();
const remove = (cookie: string, id: string | undefined) => desk.post('/api/access/passkeys/remove', { cookie }, { id });
const statusAtDesk = async (cookie: string) => (await desk.get('/api/site', { cookie })).statusCode;

/** Registers a passkey for each of two devices of Ada, a minute apart. */
async function registerTwo(role?: 'reader') {
  const first = await desk.signIn('Ada', role);
  clock.now = new Date(clock.now.getTime() + minuteMs);
  return { first, second: await desk.signIn('Ada', role) };
}

it('an organizer sees only their own passkeys, where and when each was added and last used, and which one is in use', async () => {
  const { first, second } = await registerTwo();
  await desk.signIn('Bea');
  const [oldest] = await list(first);
  clock.now = new Date(clock.now.getTime() + minuteMs);
  await desk.store.organizers.signIn(oldest!.id, 0, 'Safari on iPhone', clock.now);
  expect(await list(second)).toEqual([
    {
      id: expect.any(String) as string,
      device: 'Firefox on Linux',
      createdAt: '2026-11-23T09:00:00.000Z',
      usedAt: '2026-11-23T09:02:00.000Z',
      isCurrent: false,
    },
    {
      id: expect.any(String) as string,
      device: 'Firefox on Linux',
      createdAt: '2026-11-23T09:01:00.000Z',
      usedAt: '2026-11-23T09:01:00.000Z',
      isCurrent: true,
    },
  ]);
});

it('removing a passkey ends every session that was signed in with it, and no other', async () => {
  const { first, second } = await registerTwo();
  const [lost] = await list(second);
  const again = `__Host-desk=${await desk.store.organizers.signIn(lost!.id, 0, 'Safari on iPhone', clock.now)}`;
  expect((await remove(second, lost!.id)).json()).toEqual({ removed: true });
  for (const cookie of [first, again]) expect(await statusAtDesk(cookie)).toBe(401);
  expect(await statusAtDesk(second)).toBe(200);
  expect(await list(second)).toMatchObject([{ isCurrent: true }]);
  await expect(desk.store.organizers.signIn(lost!.id, 0, 'Safari on iPhone', clock.now)).rejects.toThrow('just revoked');
  expect((await remove(second, lost!.id)).json()).toEqual({ removed: false });
});

it('a reader removes the passkey of a lost device, and nobody else’s', async () => {
  const { first, second } = await registerTwo('reader');
  const [ofBea] = await list(await desk.signIn('Bea'));
  expect((await remove(second, ofBea!.id)).json()).toEqual({ removed: false });
  const [lost] = await list(second);
  expect((await remove(second, lost!.id)).json()).toEqual({ removed: true });
  expect(await Promise.all([first, second].map(statusAtDesk))).toEqual([401, 200]);
});

it('the passkey of the session, the last one, and one of another organizer cannot be removed', async () => {
  const { first, second } = await registerTwo();
  const bea = await desk.signIn('Bea');
  const current = (await list(second)).find(({ isCurrent }) => isCurrent)?.id;
  const refused = await remove(second, current);
  expect([refused.statusCode, refused.json()]).toEqual([
    403,
    { message: expect.stringContaining('signed in with this passkey') as string },
  ]);
  expect((await remove(bea, current)).json()).toEqual({ removed: false });
  expect((await remove(first, current)).json()).toEqual({ removed: true });
  const last = await remove(first, (await list(first))[0]?.id);
  expect([last.statusCode, last.json()]).toEqual([403, { message: expect.stringContaining('your only passkey') as string }]);
  expect((await desk.post('/api/access/passkeys/remove', { cookie: first }, {})).statusCode).toBe(400);
  for (const cookie of [first, bea]) expect(await statusAtDesk(cookie)).toBe(200);
});

it.each([
  ['one stays', 0],
  ['the one that was removed first removes nothing, even where a third one would stay', 1],
])('of two passkeys that remove each other at the same moment, %s', async (_, more) => {
  const { first, second } = await registerTwo();
  const [older, newer] = await list(first);
  for (let added = 0; added < more; added += 1) await desk.signIn('Ada');
  const other = await engineOver(desk.databaseUrl);
  const removals: ReturnType<typeof remove>[] = [];
  await other.engine.transact(async (db) => {
    await db.updateTable('passkeys').set({ counter: 0 }).execute();
    removals.push(remove(first, newer!.id), remove(second, older!.id));
    await untilBlocked(desk.databaseUrl, 2);
  });
  await other.close();
  // The other one is refused, or finds its session ended.
  expect((await Promise.all(removals)).filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  const [ada] = (await desk.store.organizers.listOrganizers(clock.now)).organizers;
  expect([ada?.passkeys, ada?.sessions.length]).toEqual([1 + more, 1 + more]);
});

it('removing a passkey also ends the sessions of an earlier version, which do not say their passkey', async () => {
  const { first, second } = await registerTwo();
  await queryDatabase(desk.databaseUrl, 'UPDATE organizer_sessions SET passkey_id = NULL');
  const [lost] = await list(second);
  expect(await list(second)).toMatchObject([{ isCurrent: false }, { isCurrent: false }]);
  expect((await remove(second, lost!.id)).json()).toEqual({ removed: true });
  expect(await statusAtDesk(first)).toBe(401);
  expect(await statusAtDesk(second)).toBe(200);
});
