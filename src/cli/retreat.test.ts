import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../app/open-store.ts';
import { hashOf } from '../link-tokens.ts';
import { unknownEntry } from '../retreats/repository/seat-lock.ts';
import { dataWith, insertSubmissions } from '../../test/support/cli-data.ts';
import type { Terminal } from '../../test/support/organizer.ts';
import { houseAnswers } from '../../test/support/house.ts';
import { recording, seatsOfRetreat } from '../../test/support/recording.ts';

interface ListedEntry {
  id: string;
  state: string;
}

const onWaitlist = (email: string) => recording({ inf_field_Email: email, inf_field_Company: 'Vane & Daughters' }, { form: 'waitlist' });

/** Creates a data folder with founders on the waitlist; returns functions that run `organizer retreat` on it. */
async function waitlistOf(...names: string[]) {
  const data = await dataWith(names.map((name) => onWaitlist(`${name}@example.com`)));
  const retreat = (...args: string[]) => data.organizer(['retreat', ...args], { SITE_URL: 'https://founderhouse.example', TZ: 'UTC' });
  return {
    ...data,
    retreat,
    json: async <Shape>(...args: string[]) => JSON.parse((await retreat(...args, '--json')).stdout) as Shape,
    /** Accepts as the invitation page does. */
    async accept(invitation: string) {
      const store = await openStore(`file:${data.file}`);
      const hash = hashOf(new URL(invitation).pathname.split('/').at(-1) ?? '');
      await store.waitlist.answer(hash, 'accept', { retreats: seatsOfRetreat(10), hashFor: hashOf, mailsEachAnswer: false }, new Date());
      await store.close();
    },
  };
}

let house: Awaited<ReturnType<typeof waitlistOf>>;
beforeAll(async () => {
  house = await waitlistOf('ada', 'bea');
});
afterAll(() => house[Symbol.dispose]());

describe('organizer retreat', () => {
  it('lists the founders who wait for a retreat that is not announced, and invites none of them', async () => {
    using data = await dataWith([recording({ inf_field_Email: 'cleo@example.com' }, { form: 'waitlist', retreat: 'next' })]);
    const list = async (...args: string[]) => (await data.organizer(['retreat', 'list', ...args, '--json'])).stdout;
    expect(JSON.parse(await list())).toEqual([]);
    expect(JSON.parse(await list('--retreat', 'next'))).toMatchObject([{ email: 'cleo@example.com', state: 'waiting' }]);
    const refused = await data.organizer(['retreat', 'invite', data.ids[0] ?? '']);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('This founder joined the waitlist for the next retreat, which is not announced yet');
  });

  it('lists, counts, invites, withdraws, reopens and shows the history, with the output of the contract', async () => {
    const { ids, retreat, json } = house;
    const [ada] = ids as [string];
    expect((await json<ListedEntry[]>('list', '--state', 'waiting')).find(({ id }) => id === ada)).toEqual({
      id: ada,
      state: 'waiting',
      firstName: 'Ottoline',
      lastName: 'Vane',
      email: 'ada@example.com',
      brand: 'Vane & Daughters',
      systemSize: '',
      receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/u) as string,
    });
    expect(await json('seats')).toEqual({ capacity: 10, accepted: 0, invited: 0, waiting: 2 });
    const invited = await json<{ id: string; url: string; expiresAt: string }>('invite', ada.slice(0, 35), '--expires', '36h');
    expect(Object.keys(invited)).toEqual(['id', 'url', 'expiresAt']);
    expect(invited.id).toBe(ada);
    expect(invited.url).toMatch(/^https:\/\/founderhouse\.example\/invitation\/[\w-]{22,}$/u);
    expect(Math.abs(Date.parse(invited.expiresAt) - Date.now() - 36 * 3_600_000)).toBeLessThan(60_000);
    expect(await json('seats')).toEqual({ capacity: 10, accepted: 0, invited: 1, waiting: 1 });
    await house.accept(invited.url);
    expect(await json<ListedEntry[]>('list', '--state', 'accepted')).toHaveLength(1);
    expect(await retreat('revoke', ada)).toEqual({
      status: 0,
      stdout: 'The seat of Ottoline Vane was cancelled. The founder is now marked Cancelled.\n',
      stderr: `Using the database ${house.file}\n`,
    });
    expect((await retreat('reopen', ada)).stdout).toBe('Ottoline Vane is back on the waitlist.\n');
    const history = (await retreat('history', ada)).stdout.trimEnd().split('\n');
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
    expect((await retreat('list')).stdout).toMatch(/waiting +\d{4}-\d\d-\d\d +Ottoline/u);
    expect((await retreat('seats')).stdout).toBe('0 of 10 seats taken, 0 offered, 2 waiting\n');
  });

  it('says which waitlist or which state has nobody', async () => {
    using own = await waitlistOf('ada');
    const printed = async (...args: string[]) => (await own.retreat('list', ...args)).stdout.trim();
    expect(await printed('--retreat', 'next')).toBe('There is nobody on the waitlist for the next retreat');
    expect(await printed('--state', 'declined')).toBe('There is nobody in the state "declined" on the waitlist for spring-2026');
  });

  it('stores, prints and deletes a note to self', async () => {
    using data = await waitlistOf('ada');
    const memo = async (...args: string[]) => (await data.retreat('memo', data.ids[0]!, ...args)).stdout;
    expect(await memo()).toBe('There is no note about this founder.\n');
    expect(await memo('Ask about Waco')).toBe('The note about Ottoline Vane was saved.\n');
    const refused = { status: 1, stdout: '', stderr: expect.stringContaining('--clear') as string };
    for (const empty of ['', ' ']) expect(await data.retreat('memo', data.ids[0]!, empty)).toEqual(refused);
    expect(await data.retreat('memo', data.ids[0]!, 'Other words', '--clear')).toEqual({ ...refused, status: 2 });
    expect(await memo()).toBe('Ask about Waco\n');
    expect(await memo('--clear')).toBe('The note about Ottoline Vane was deleted.\n');
    expect(await memo('--clear')).toBe('There is no note about this founder.\n');
    expect(await memo()).toBe('There is no note about this founder.\n');
  });

  it('withdraws an invitation', async () => {
    using data = await waitlistOf('ada');
    await data.retreat('invite', data.ids[0]!);
    expect((await data.retreat('revoke', data.ids[0]!)).stdout).toBe(
      'The invitation of Ottoline Vane was withdrawn. The founder is back on the waitlist.\n',
    );
  });

  it('exits with 1 and a reason if an action is not possible', async () => {
    const bea = house.ids[1]!;
    const line = `Using the database ${house.file}\n`;
    const refused = async (...args: string[]) => {
      const { status, stdout, stderr } = await house.retreat(...args);
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).not.toMatch(/\n\s+at /u);
      return stderr.replace(line, '').replaceAll(/^Warning: .*\n/gmu, '');
    };
    expect(await refused('invite', 'ffffffff')).toBe(`${unknownEntry().message}\n`);
    expect(await refused('revoke', bea)).toBe('The founder is on the waitlist, so there is nothing to withdraw.\n');
    expect(await refused('reopen', bea)).toBe('The founder is on the waitlist, so there is nothing to reopen.\n');
    await house.retreat('invite', bea);
    expect(await refused('invite', bea)).toBe('The founder already has an invitation, and only founders on the waitlist can be invited.\n');
    const nothing = await house.organizer(['retreat', 'invite', bea], { DATA_DIR: `${house.folder}/none` });
    expect([nothing.status, nothing.stdout]).toEqual([1, '']);
  });

  it('asks on a terminal before an invitation goes out with wrong dates, and only warns a script', async () => {
    using data = await waitlistOf('ada', 'bea');
    const [ada, bea] = data.ids as [string, string];
    const invite = (id: string, terminal: Terminal, ...more: string[]) => data.organizer(['retreat', 'invite', id, ...more], {}, terminal);
    const warning = /^Warning: The invitation shows October 20, 2025 as the day of check-in, which is in the past\.$/mu;
    const refused = await invite(ada, { columns: 80, input: 'no\n' });
    expect(refused).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(/Nothing was sent$/mu) as string });
    expect(refused.stderr).toMatch(warning);
    expect(await data.json('seats')).toMatchObject({ invited: 0 });
    expect(await invite(ada, { columns: 80, input: 'yes\n' })).toMatchObject({ status: 0 });
    expect(await invite(bea, {}, '--json')).toMatchObject({ status: 0, stderr: expect.stringMatching(warning) as string });
    await data.retreat('revoke', bea);
    expect(await invite(bea, { columns: 80 }, '--yes')).toMatchObject({ status: 0 });
  });

  it('asks on a terminal before an invitation is withdrawn, and not in a script', async () => {
    using data = await waitlistOf('ada', 'bea');
    const [ada, bea] = data.ids as [string, string];
    for (const id of data.ids) await data.retreat('invite', id);
    const revoke = (id: string, terminal: Terminal, ...more: string[]) => data.organizer(['retreat', 'revoke', id, ...more], {}, terminal);
    const refused = await revoke(ada, { columns: 80, input: 'no\n' });
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringMatching(/Withdraw the invitation of .*Nothing was changed$/msu)]);
    expect(await data.json('seats')).toMatchObject({ invited: 2 });
    expect(await revoke(ada, { columns: 80, input: 'yes\n' })).toMatchObject({ status: 0 });
    expect(await revoke(bea, { columns: 80 }, '--yes')).toMatchObject({ status: 0 });
    expect(await data.json('seats')).toMatchObject({ invited: 0 });
  });

  it('refuses more invitations than there are seats, except with --over-capacity', async () => {
    using full = await waitlistOf(...Array.from({ length: 11 }, (_, index) => `founder${index}`));
    for (const id of full.ids.slice(0, 10)) expect((await full.retreat('invite', id)).status).toBe(0);
    const over = await full.retreat('invite', full.ids[10]!);
    expect([over.status, over.stdout]).toEqual([1, '']);
    expect(over.stderr).toMatch(/^All 10 seats are taken or offered\. Add --over-capacity to invite the founder anyway\.$/mu);
    const again = await full.retreat('invite', full.ids[0]!);
    expect([again.status, again.stderr]).toEqual([1, expect.stringMatching(/^The founder already has an invitation, and [^-]*$/mu)]);
    expect((await full.retreat('invite', full.ids[10]!, '--over-capacity')).status).toBe(0);
    expect(await full.json('seats')).toEqual({ capacity: 10, accepted: 0, invited: 11, waiting: 0 });
  });

  it('exits with 2 for wrong usage', async () => {
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
      expect([args, (await house.retreat(...args)).status]).toEqual([args, 2]);
    expect((await house.retreat('invite', '--help')).stdout).toContain('--over-capacity');
  });
});

it('retreat history finds one entry among 1,000 with little memory', async () => {
  using data = await dataWith([]);
  // Together with the program they are larger than the heap of the command.
  insertSubmissions(data.file, 1000, 'x'.repeat(80_000));
  using native = new DatabaseSync(data.file);
  native.exec(`
    UPDATE submissions SET form_kind = 'waitlist', retreat = 'spring-2026';
    INSERT INTO entries SELECT id, 'spring-2026', email_key, 'waiting', received_at, NULL, 0 FROM submissions;
    INSERT INTO entry_history (id, entry_id, from_state, to_state, event, actor, at) SELECT id, id, NULL, 'waiting', 'join', 'founder', joined_at FROM entries`);
  const history = (id: string) => data.process(['retreat', 'history', id]);
  expect(history((1000).toString(16).padStart(32, '0'))).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/founder +join +waiting\n$/u) as string,
  });
  const { status, stderr } = history('0');
  const [, message, ...ids] = stderr.trimEnd().split('\n');
  expect([status, message]).toEqual([1, '0: several ids start with this; type more of one of these:']);
  expect(ids).toHaveLength(10);
});

it('organizer retreat house prints the guests in the order of arrival, with their house facts', async () => {
  using late = await waitlistOf('ada', 'bea', 'cleo');
  for (const id of late.ids) await late.accept((await late.json<{ url: string }>('invite', id)).url);
  const [ada, bea] = late.ids as [string, string];
  const store = await openStore(`file:${late.file}`);
  for (const [id, arrival] of [
    [ada, '2031-05-01T18:00'],
    [bea, '2031-05-01T09:30'],
  ] as const)
    await store.waitlist.saveHouseFacts(id, { ...houseAnswers, diet: 'No nuts\u001b[2J', arrival }, new Date());
  await store.close();
  const sheet = await late.json<{ retreat: { slug: string }; guests: { id: string; house: { contact: string } | null }[] }>('house');
  expect(sheet.retreat.slug).toBe('spring-2026');
  expect(sheet.guests.map(({ id, house: facts }) => [id, facts?.contact])).toEqual([
    [bea, houseAnswers.contact],
    [ada, houseAnswers.contact],
    [late.ids[2], undefined],
  ]);
  const { stdout } = await late.retreat('house');
  expect(stdout).toContain('3 founders, 1 without details yet');
  expect(stdout).toContain('    Diet and allergies: No nuts\\u001b[2J\n');
  expect(stdout).toContain('    Arrival, date and time: Thursday, May 1st, 2031, 9:30 am\n');
});
