import { describe, expect, it } from 'vitest';
import { day, createTestWaitlist } from '../../test/support/waitlist.ts';
import { recording } from '../../test/support/recording.ts';
import { engines } from '../../test/support/databases.ts';
import { nextRetreatSlug } from '../content/retreat-schedule.ts';
import { maxNoteLength } from './limits.ts';
import type { RetreatSeats } from './repository/seats.ts';

const spring = 'spring-2026';
const fall = 'fall-2027';
const hourMs = 3_600_000;

/** A waitlist of two retreats with one seat each; the second one begins on the 20th. */
async function twoRetreats(engine: (typeof engines)[number]) {
  const waitlist = await createTestWaitlist(engine, 1);
  const invitationSettings = {
    ...waitlist.invitationSettings,
    retreats: new Map<string, RetreatSeats>([
      ...waitlist.invitationSettings.retreats,
      [fall, { season: 'Fall 2027', capacity: 1, startsAt: day(20), endsAt: day(24) }],
    ]),
  };
  const { waitlist: repository } = waitlist.store;
  const entryOf = async (name: string, retreat: string) => {
    const entries = await repository.list({ retreat });
    const found = entries.find(({ submission }) => submission.person.firstName === name);
    if (!found) throw new Error(`${name} has no entry for ${retreat}`);
    return found;
  };
  return {
    ...waitlist,
    entryOf,
    state: async (name: string, retreat: string) => (await entryOf(name, retreat)).state,
    async invite(name: string, retreat: string, { overCapacity = false } = {}) {
      const { id } = await entryOf(name, retreat);
      const latestEnd = new Date(waitlist.clock.now.getTime() + 7 * 24 * hourMs);
      return repository.invite(id, { note: '', latestEnd, overCapacity, by: 'organizer' }, invitationSettings, waitlist.clock.now);
    },
    async answer(name: string, retreat: string, given: 'accept' | 'decline') {
      const { invitation } = await entryOf(name, retreat);
      return repository.answer(invitationSettings.hashFor(invitation?.id ?? ''), given, invitationSettings, waitlist.clock.now);
    },
    lapse: () => repository.lapse(invitationSettings, waitlist.clock.now),
  };
}

describe.each(engines)('two retreats, over %s', (engine) => {
  it('a founder joins both with one address, and the rows of the first are not changed', async () => {
    await using waitlist = await twoRetreats(engine);
    await waitlist.join('ada');
    const before = await waitlist.query('SELECT * FROM submissions');
    await waitlist.join('ada', {}, fall);
    expect(await waitlist.query(`SELECT * FROM submissions WHERE retreat = '${spring}'`)).toEqual(before);
    expect((await waitlist.store.waitlist.list()).map(({ retreat }) => retreat).toSorted()).toEqual([fall, spring]);
    expect((await waitlist.entryOf('ada', fall)).submission.retreat).toBe(fall);
  });

  it('founders who post two forms for one retreat at the same instant are on its waitlist once', async () => {
    await using waitlist = await twoRetreats(engine);
    const form = { id: 'c'.repeat(32), kind: 'waitlist' as const, name: 'Of an earlier retreat', version: '1', fields: [] };
    const founders = Array.from({ length: 10 }, (_, index) => ({ inf_field_Email: `founder${index}@example.com` }));
    const posts = founders.flatMap((values) => [recording(values, { form: 'waitlist' }), recording(values, { form, retreat: spring })]);
    await Promise.all(posts.map((post) => waitlist.store.submissions.record(post)));
    expect(await waitlist.query('SELECT id FROM entries')).toHaveLength(founders.length);
  });

  it('count their seats separately', async () => {
    await using waitlist = await twoRetreats(engine);
    for (const retreat of [spring, fall]) {
      await waitlist.join('ada', {}, retreat);
      await waitlist.join('bea', {}, retreat);
      await waitlist.invite('ada', retreat);
      await waitlist.answer('ada', retreat, 'accept');
      await expect(waitlist.invite('bea', retreat)).rejects.toThrow('The only seat is taken or offered.');
    }
    const full = { accepted: 1, invited: 0, waiting: 1 };
    expect([await waitlist.store.waitlist.countByState(spring), await waitlist.store.waitlist.countByState(fall)]).toMatchObject([
      full,
      full,
    ]);
  });

  it('an answer changes nothing while the content lacks the folder of its retreat, or once the retreat is over', async () => {
    await using waitlist = await twoRetreats(engine);
    await waitlist.join('ada', {}, fall);
    waitlist.clock.now = day(23);
    const { id } = await waitlist.invite('ada', fall);
    const hash = waitlist.invitationSettings.hashFor(id);
    const { waitlist: repository } = waitlist.store;
    // Its settings have one retreat only.
    expect(await repository.answer(hash, 'accept', waitlist.invitationSettings, waitlist.clock.now)).toEqual({ kind: 'gone' });
    expect(await waitlist.state('ada', fall)).toBe('invited');
    waitlist.clock.now = day(25);
    expect(await waitlist.answer('ada', fall, 'accept')).toEqual({ kind: 'gone' });
    expect(await waitlist.state('ada', fall)).toBe('invited');
  });

  it('a freed seat is offered to the head of its own waitlist, and not after the retreat has begun', async () => {
    await using waitlist = await twoRetreats(engine);
    for (const retreat of [spring, fall])
      for (const name of ['ada', 'bea']) {
        await waitlist.join(name, {}, retreat);
        await waitlist.invite(name, retreat, { overCapacity: true });
        await waitlist.answer(name, retreat, 'accept');
      }
    await waitlist.answer('ada', spring, 'decline');
    expect([await waitlist.state('bea', spring), await waitlist.state('bea', fall)]).toEqual(['invited', 'waiting']);

    waitlist.clock.now = day(20);
    await waitlist.answer('ada', fall, 'decline');
    await waitlist.lapse();
    expect(await waitlist.state('bea', fall)).toBe('waiting');
  });

  it('an invitation ends when the retreat begins, at the latest', async () => {
    await using waitlist = await twoRetreats(engine);
    await waitlist.join('ada', {}, fall);
    waitlist.clock.now = day(18);
    expect((await waitlist.invite('ada', fall)).expiresAt).toEqual(day(20));
  });

  it('a founder who is on both waitlists when `next` is assigned to a retreat keeps the place there and has the newest answers', async () => {
    for (const [there, coming, newest] of [
      [2, 3, 'coming'],
      [3, 2, 'there'],
    ] as const) {
      await using waitlist = await twoRetreats(engine);
      waitlist.clock.now = day(there);
      await waitlist.join('ada', { inf_field_Company: 'there' }, fall);
      const { id } = await waitlist.entryOf('ada', fall);
      waitlist.clock.now = day(1);
      await waitlist.join('ada', { inf_field_Company: 'first' }, nextRetreatSlug);
      waitlist.clock.now = day(coming);
      await waitlist.join('ada', { inf_field_Company: 'coming' }, nextRetreatSlug);
      expect(await waitlist.store.waitlist.assignToRetreat(fall)).toBe(1);
      expect(await waitlist.store.waitlist.list()).toMatchObject([
        { id, retreat: fall, submission: { person: { brand: newest }, receivedAt: day(3).toISOString() } },
      ]);
      const current = "SELECT fields FROM submissions WHERE superseded_by IS NULL AND retreat = 'fall-2027'";
      expect(await waitlist.query(current)).toHaveLength(1);
      expect(await waitlist.query(`SELECT id FROM submissions WHERE retreat = '${nextRetreatSlug}'`)).toEqual([]);
    }
  });

  it('a founder who left the waitlist of a retreat waits again when `next` is assigned to it only if the form for `next` came later', async () => {
    for (const [left, coming, state] of [
      [2, 3, 'waiting'],
      [3, 2, 'withdrawn'],
    ] as const) {
      await using waitlist = await twoRetreats(engine);
      waitlist.clock.now = day(1);
      await waitlist.join('ada', {}, fall);
      const { id } = await waitlist.entryOf('ada', fall);
      const leave = async () => {
        waitlist.clock.now = day(left);
        await waitlist.store.waitlist.leave(id, waitlist.invitationSettings, day(left));
      };
      const join = async () => {
        waitlist.clock.now = day(coming);
        await waitlist.join('ada', {}, nextRetreatSlug);
      };
      for (const step of left < coming ? [leave, join] : [join, leave]) await step();
      expect(await waitlist.store.waitlist.assignToRetreat(fall)).toBe(1);
      const joinedAt = day(state === 'waiting' ? coming : 1).toISOString();
      expect(await waitlist.store.waitlist.list()).toMatchObject([{ id, retreat: fall, state, joinedAt }]);
    }
  });

  it('memos about both entries, and short notice if the form for `next` came later, are kept when `next` is assigned', async () => {
    for (const [there, coming, shortNotice] of [
      [1, 2, true],
      [2, 1, false],
    ] as const) {
      await using waitlist = await twoRetreats(engine);
      const { waitlist: repository } = waitlist.store;
      const long = 'x'.repeat(maxNoteLength);
      waitlist.clock.now = day(there);
      await waitlist.join('ada', {}, fall);
      waitlist.clock.now = day(coming);
      for (const name of ['ada', 'bea']) await waitlist.join(name, {}, nextRetreatSlug);
      await waitlist.join('bea', {}, fall);
      const memo = async (name: string, retreat: string, text: string, organizer: string, at: Date) =>
        repository.saveMemo((await waitlist.entryOf(name, retreat)).id, { text }, { organizer }, at);
      await memo('ada', fall, long, 'Rita', day(4));
      await memo('ada', nextRetreatSlug, 'Vegan.', 'Kai', day(5));
      await memo('bea', nextRetreatSlug, 'Call her.', 'Kai', day(3));
      await repository.setShortNotice((await waitlist.entryOf('ada', nextRetreatSlug)).id, true);
      expect(await repository.assignToRetreat(fall)).toBe(2);
      expect(await waitlist.entryOf('ada', fall)).toMatchObject({
        shortNotice,
        memo: { text: `${long}\n\nVegan.`, by: 'Kai', changedAt: day(5).toISOString() },
      });
      expect(await waitlist.entryOf('bea', fall)).toMatchObject({
        memo: { text: 'Call her.', by: 'Kai', changedAt: day(3).toISOString() },
      });
    }
  });
});
