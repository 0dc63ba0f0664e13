import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinWaitlist, retreat, submit } from '../../test/support/invitations.ts';
import type { Listed } from '../../test/support/invitations.ts';
import { unlimited } from '../../test/support/proof.ts';
import { runOrganizer, startSite } from '../../test/support/site.ts';
import type { Site } from '../../test/support/site.ts';
import { temporaryFolder } from '../../test/support/databases.ts';
import { dataWith, fill } from '../../test/support/cli-data.ts';

/** `bin/organizer retreat …`. */
let site: Site;
beforeAll(async () => {
  site = await startSite({ env: unlimited });
});
afterAll(() => site[Symbol.asyncDispose]());

describe('organizer retreat', () => {
  it('lists, counts, invites and remembers, in the shapes of the contract', { timeout: 120_000 }, async () => {
    const founder = await joinWaitlist(site);
    const [listed] = retreat<Listed[]>(site, 'list', '--state', 'waiting');
    expect(listed).toEqual({
      id: founder.id,
      state: 'waiting',
      firstName: 'Ottoline',
      lastName: 'Vane',
      email: founder.email,
      brand: 'Vane & Daughters',
      systemSize: '11-25 Units',
      receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/u),
    });
    expect(retreat(site, 'seats')).toEqual({ capacity: 10, accepted: 0, invited: 0, waiting: 1 });
    const invited = retreat<{ id: string; url: string; expiresAt: string }>(site, 'invite', founder.id.slice(0, 20), '--expires', '36h');
    expect(Object.keys(invited)).toEqual(['id', 'url', 'expiresAt']);
    expect(invited.id).toBe(founder.id);
    expect(invited.url).toMatch(new RegExp(`^${site.url}/invitation/[\\w-]{22,}$`, 'u'));
    expect(Math.abs(Date.parse(invited.expiresAt) - Date.now() - 36 * 3_600_000)).toBeLessThan(60_000);
    expect(retreat(site, 'seats')).toEqual({ capacity: 10, accepted: 0, invited: 1, waiting: 0 });
    await submit(invited.url, { answer: 'accept' });
    expect(retreat<Listed[]>(site, 'list', '--state', 'accepted')).toHaveLength(1);
    const back = site.organizer('retreat', 'revoke', founder.id);
    expect([back.status, back.stdout]).toEqual([0, 'Taken back; she is cancelled now\n']);
    expect(site.organizer('retreat', 'reopen', founder.id).stdout).toBe('She is waiting now\n');
    const history = site.organizer('retreat', 'history', founder.id).stdout.trimEnd().split('\n');
    expect(
      history.map((line) =>
        line
          .trim()
          .split(/\s{2,}/u)
          .slice(-3),
      ),
    ).toEqual([
      ['founder', 'join', 'waiting'],
      ['organizer', 'invite', 'invited'],
      ['founder', 'accept', 'accepted'],
      ['organizer', 'revoke', 'cancelled'],
      ['organizer', 'reopen', 'waiting'],
    ]);
    expect(site.organizer('retreat', 'list').stdout).toMatch(/waiting +\d{4}-\d\d-\d\d +Ottoline/u);
    expect(site.organizer('retreat', 'seats').stdout).toBe('0 of 10 seats are taken, 0 are offered, 1 waits\n');
  });

  it('refuses with 1 what cannot be done, and says why', async () => {
    const founder = await joinWaitlist(site);
    const refused = (...args: string[]) => {
      const { status, stdout, stderr } = site.organizer('retreat', ...args);
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).not.toMatch(/\n\s+at /u);
      return stderr;
    };
    expect(refused('invite', 'ffffffff')).toContain('nobody on the waitlist has this id');
    expect(refused('revoke', founder.id)).toContain('she is waiting now');
    expect(refused('reopen', founder.id)).toContain('she is waiting now');
    founder.invite();
    expect(refused('invite', founder.id)).toContain('she is invited now');
    using empty = temporaryFolder();
    const nothing = runOrganizer(['retreat', 'invite', founder.id], { DATA_DIR: empty.folder });
    expect([nothing.status, nothing.stdout]).toEqual([1, '']);
  });

  it('refuses more than there are seats, unless told', { timeout: 180_000 }, async () => {
    await using full = await startSite({ env: unlimited });
    const all = [];
    for (let number = 0; number < 11; number += 1) all.push(await joinWaitlist(full));
    for (const one of all.slice(0, 10)) expect(full.organizer('retreat', 'invite', one.id).status).toBe(0);
    const over = full.organizer('retreat', 'invite', all[10]!.id);
    expect([over.status, over.stderr]).toEqual([1, expect.stringContaining('10 of 10 seats are accepted or offered')]);
    expect(full.organizer('retreat', 'invite', all[10]!.id, '--over-capacity').status).toBe(0);
    expect(retreat(full, 'seats')).toEqual({ capacity: 10, accepted: 0, invited: 11, waiting: 0 });
  });

  it('answers wrong usage with 2', () => {
    for (const args of [
      [],
      ['invite'],
      ['invite', 'abc', '--expires', 'soon'],
      ['invite', 'abc', '--expires', '0d'],
      ['list', '--state', 'pending'],
      ['seats', '--jsn'],
      ['revoke'],
      ['promote', 'abc'],
    ])
      expect([args, site.organizer('retreat', ...args).status]).toEqual([args, 2]);
    expect(site.organizer('retreat', 'invite', '--help').stdout).toContain('--over-capacity');
  });
});

it('finds one among very many with little memory', async () => {
  using data = await dataWith([]);
  fill(data.file, 10_000, 'x'.repeat(12_000));
  using native = new DatabaseSync(data.file);
  native.exec(`
    UPDATE submissions SET form_kind = 'waitlist';
    INSERT INTO entries SELECT id, email_key, 'waiting', received_at, NULL, 0 FROM submissions;
    INSERT INTO entry_history SELECT id, id, NULL, 'waiting', 'join', 'founder', joined_at FROM entries`);
  const history = (id: string) => data.organizer(['retreat', 'history', id]);
  expect(history((10_000).toString(16).padStart(32, '0'))).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/founder +join +waiting\n$/u),
  });
  const { status, stderr } = history('0');
  const [said, ...ids] = stderr.trimEnd().split('\n');
  expect([status, said]).toEqual([1, '0: several begin so; write more of one of these:']);
  expect(ids).toHaveLength(10);
});
