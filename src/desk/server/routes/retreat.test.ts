import { expect, it } from 'vitest';
import { answersOf, registration } from '../../../../test/support/desk.ts';
import { content } from '../../../../test/support/forms.ts';
import { startRemoteDesk } from '../../../../test/support/remote-desk.ts';
import type { Invited } from '../../../retreats/invitation-service.ts';
import type { SubmissionDetail } from './registrations.ts';
import type { RetreatBoard } from './retreat.ts';

const shipped = content.retreats[0]!;
const nextSteps = {
  ...shipped.nextSteps,
  checkIn: { ...shipped.nextSteps.checkIn, on: '2026-11-20', at: '16:00' },
  checkOut: { ...shipped.nextSteps.checkOut, on: '2026-11-23' },
};
const facts = { ...shipped.facts, earliest: '2026-11-01', latest: '2026-11-30', afterwards: 'turn' as const };
/** The retreat is in November 2026, and begins at this instant. */
const contentInNovember = { ...content, retreats: [{ ...shipped, nextSteps, facts }] };
const startInNovember = '2026-11-20T22:00:00.000Z';

it('the waiting founders can be filtered by size, by brand and by the day they joined, and sorted, and the cards show what the founders would bring', async () => {
  await using desk = await startRemoteDesk({ now: new Date() });
  const cookie = await desk.signIn('Rita', 'reader');
  const bring = { inf_custom_FounderHouseRetreatBringToTheTable: 'A hundred openings', inf_custom_FounderHouseRetreatLeaveWith: ' ' };
  const founders = [
    registration({ daysAgo: 9, more: answersOf('Cleo Vane', 'apple', '150+ Units') }),
    registration({ daysAgo: 5, more: answersOf('Bea Potter', 'Zinc', '1-10 Units', bring) }),
    registration({ daysAgo: 1, more: answersOf('ada Byron', 'ZINC, Inc.', '11-25 Units') }),
  ];
  for (const founder of founders) await desk.store.submissions.record(founder);
  const board = async (query: Record<string, string>) => {
    const { cards } = (await desk.get(`/api/retreat?${new URLSearchParams(query)}`, { cookie })).json<RetreatBoard>();
    return cards.map(({ name }) => name);
  };
  expect(await board({})).toEqual(['Cleo Vane', 'Bea Potter', 'ada Byron']);
  expect(await board({ order: 'brand' })).toEqual(['Cleo Vane', 'Bea Potter', 'ada Byron']);
  const { brands } = (await desk.get('/api/retreat', { cookie })).json<RetreatBoard>();
  expect(brands).toEqual([
    { key: 'apple', name: 'apple' },
    { key: 'zinc', name: expect.stringMatching(/^zinc/iu) as string },
  ]);
  expect(await board({ brand: 'zinc' })).toEqual(['Bea Potter', 'ada Byron']);
  expect(await board({ brand: 'none of these' })).toEqual([]);
  expect(await board({ size: '150+ Units' })).toEqual(['Cleo Vane']);
  expect(await board({ since: new Date(Date.now() - 6 * 86_400_000).toISOString() })).toEqual(['Bea Potter', 'ada Byron']);
  const first = (await desk.get('/api/retreat?limit=2', { cookie })).json<RetreatBoard>();
  expect([first.cards.map(({ name }) => name), first.cut]).toEqual([['Cleo Vane', 'Bea Potter'], ['waiting']]);
  expect((await desk.get('/api/retreat?limit=3', { cookie })).json<RetreatBoard>().cut).toEqual([]);
  const { cards } = (await desk.get('/api/retreat?search=potter', { cookie })).json<RetreatBoard>();
  expect(cards).toMatchObject([{ name: 'Bea Potter', answers: ['A hundred openings'] }]);
});

it('the brands to filter by are in the order of their numbers', async () => {
  await using desk = await startRemoteDesk({ now: new Date() });
  const cookie = await desk.signIn('Rita', 'reader');
  for (const brand of ['Studio 10', 'Studio 2'])
    await desk.store.submissions.record(registration({ more: answersOf('Bea Potter', brand) }));
  const { brands } = (await desk.get('/api/retreat', { cookie })).json<RetreatBoard>();
  expect(brands.map(({ name }) => name)).toEqual(['Studio 2', 'Studio 10']);
});

it('a brand that is not on the waitlist finds no founder, not even one without a brand', async () => {
  await using desk = await startRemoteDesk({ now: new Date() });
  const cookie = await desk.signIn('Rita', 'reader');
  await desk.store.submissions.record(registration({ more: answersOf('Bea Potter', '') }));
  const named = async (query: string) =>
    (await desk.get(`/api/retreat${query}`, { cookie })).json<RetreatBoard>().cards.map(({ name }) => name);
  expect([await named(''), await named('?brand=zinc')]).toEqual([['Bea Potter'], []]);
});

it('a note to self is on the founder’s card and in the dialog, with its author, until it is emptied', async () => {
  const clock = { now: new Date('2026-11-20T12:00:00Z') };
  await using desk = await startRemoteDesk(clock);
  const [cookie, reader] = [await desk.signIn('Ada'), await desk.signIn('Rita', 'reader')];
  const { id } = await desk.store.submissions.record(registration({ more: answersOf('Bea Potter', 'Zinc') }));
  const save = (text: string, as = cookie) => desk.post(`/api/entries/${id}/memo`, { cookie: as }, { text });
  const shown = async () => {
    const { cards } = (await desk.get('/api/retreat', { cookie: reader })).json<RetreatBoard>();
    const { entry } = (await desk.get(`/api/registrations/${id}`, { cookie: reader })).json<SubmissionDetail>();
    expect(entry?.card.memo).toEqual(cards[0]?.memo);
    return cards[0]?.memo;
  };
  const before = await desk.store.database.readChangeToken();
  expect((await save(' Ask about Waco ')).statusCode).toBe(200);
  expect(await shown()).toMatchObject({ text: 'Ask about Waco', by: 'Ada' });
  expect((await desk.store.database.readChangeToken()).entries).not.toBe(before.entries);
  expect((await save('changed', reader)).statusCode).toBe(403);
  expect((await save('x'.repeat(2001))).json()).toEqual({ message: 'Write a note of at most 2,000 characters' });
  expect(await shown()).toMatchObject({ text: 'Ask about Waco' });
  const replace = (text: string, seen: string) => desk.post(`/api/entries/${id}/memo`, { cookie }, { text, before: seen });
  const refusal = await replace('Mine', 'An older note');
  expect([refusal.statusCode, refusal.json<{ message: string }>().message]).toEqual([409, expect.stringContaining('Ask about Waco')]);
  expect((await replace('Ask about Waco and Austin', 'Ask about Waco')).statusCode).toBe(200);
  // As merging two notes leaves it.
  const [long, shortened] = ['x'.repeat(3000), 'x'.repeat(2500)];
  await desk.store.waitlist.saveMemo(id, { text: long }, 'organizer', clock.now);
  expect(await shown()).toMatchObject({ text: long });
  expect([(await replace(`${long}x`, long)).statusCode, (await replace(shortened, long)).statusCode]).toEqual([400, 200]);
  expect(await shown()).toMatchObject({ text: shortened });
  expect((await save('')).statusCode).toBe(200);
  expect(await shown()).toBeNull();
  expect((await desk.post('/api/entries/none/memo', { cookie }, { text: 'x' })).json()).toEqual({
    message: 'The founder has been erased in the meantime, so the note was not saved.',
  });
});

it('an invitation beyond the last seat is refused until the organizer checks the box', async () => {
  await using desk = await startRemoteDesk({ now: new Date() });
  const cookie = await desk.signIn('Ada');
  const founders = Array.from({ length: 11 }, (_, index) => registration({ more: answersOf(`Bea Potter${index}`, `Zinc ${index}`) }));
  for (const founder of founders) await desk.store.submissions.record(founder);
  const invite = (index: number, overCapacity: boolean) =>
    desk.post(`/api/entries/${founders[index]?.submission.id}/invite`, { cookie }, { days: 7, overCapacity });
  for (let index = 0; index < 10; index += 1) expect((await invite(index, false)).statusCode).toBe(200);
  const refused = await invite(10, false);
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    { message: 'All 10 seats are taken or offered. Check the box below to invite the founder anyway.' },
  ]);
  expect((await invite(0, false)).json()).toEqual({
    message: 'The founder already has an invitation, and only founders on the waitlist can be invited.',
  });
  expect((await invite(10, true)).statusCode).toBe(200);
});

it('a founder who waits for a retreat that is not announced cannot be invited, and the refusal says what to do', async () => {
  await using desk = await startRemoteDesk({ now: new Date() });
  const { submission, ...rest } = registration({ more: answersOf('Bea Potter', 'Zinc') });
  const { id } = await desk.store.submissions.record({ ...rest, submission: { ...submission, retreat: 'next' } });
  const cookie = await desk.signIn('Ada');
  const detail = (await desk.get(`/api/registrations/${id}`, { cookie })).json<SubmissionDetail>();
  expect(detail.entry?.card.isMovable).toBe(false);
  const refused = await desk.post(`/api/entries/${id}/invite`, { cookie }, { days: 7, overCapacity: true });
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    {
      message:
        'This founder joined the waitlist for the next retreat, which is not announced yet, so there are no seats to offer. Once you have added and published that retreat, the founders who wait for it will be on its waitlist, and you can invite them.',
    },
  ]);
});

it('the board says when invitations end at the latest, and an invitation ends then', async () => {
  const clock = { now: new Date('2026-11-18T15:00:00Z') };
  await using desk = await startRemoteDesk(clock, { content: contentInNovember });
  const cookie = await desk.signIn('Ada');
  expect((await desk.get('/api/retreat', { cookie })).json()).toMatchObject({ startsAt: startInNovember });
  const { id } = await desk.store.submissions.record(registration({ more: answersOf('Bea Potter', 'Zinc') }));
  expect((await desk.post(`/api/entries/${id}/invite`, { cookie }, { days: 7 })).json()).toMatchObject({ expiresAt: startInNovember });
});

it('an organizer extends an open invitation, which then ends after that many days, and the history names the organizer', async () => {
  const clock = { now: new Date('2026-11-18T15:00:00Z') };
  await using desk = await startRemoteDesk(clock);
  const [cookie, reader] = [await desk.signIn('Ada'), await desk.signIn('Rita', 'reader')];
  const { id } = await desk.store.submissions.record(registration({ more: answersOf('Bea Potter', 'Zinc') }));
  const extend = (days: unknown, as = cookie) => desk.post(`/api/entries/${id}/extend`, { cookie: as }, { days });
  expect((await extend(7)).json()).toEqual({ message: 'The founder is on the waitlist, so there is no invitation to extend.' });
  const { url } = (await desk.post(`/api/entries/${id}/invite`, { cookie }, { days: 3 })).json<Invited>();
  expect((await extend(7, reader)).statusCode).toBe(403);
  for (const [days, message] of [
    [0, 'Enter at least 1 day'],
    [61, 'Enter at most 60 days'],
    [1.5, 'Enter a whole number of days'],
    [undefined, 'Enter a whole number of days'],
  ] as const) {
    const refused = await extend(days);
    expect([refused.statusCode, refused.json()]).toEqual([400, { message }]);
  }
  const expiresAt = '2026-11-25T15:00:00.000Z';
  const extended = await extend(7);
  expect([extended.statusCode, extended.json()]).toEqual([200, { id, url, expiresAt }]);
  const { entry } = (await desk.get(`/api/registrations/${id}`, { cookie: reader })).json<SubmissionDetail>();
  expect(entry).toMatchObject({ state: 'invited', card: { expiresAt } });
  expect(entry?.history.at(-1)).toMatchObject({ from: 'invited', to: 'invited', event: 'extend', actor: 'organizer', name: 'Ada' });
  const earlier = await extend(7);
  expect([earlier.statusCode, earlier.json<{ message: string }>().message]).toEqual([409, expect.stringMatching(/Choose more days\.$/u)]);
});

it('an invitation is extended to the start of its retreat at the latest, and not once the retreat has begun or is closed', async () => {
  const clock = { now: new Date('2026-11-18T15:00:00Z') };
  await using desk = await startRemoteDesk(clock, { content: contentInNovember });
  const founders = ['Bea Potter', 'Cleo Vane'].map((name) => registration({ more: answersOf(name, 'Zinc') }));
  for (const founder of founders) await desk.store.submissions.record(founder);
  const [bea, cleo] = founders.map(({ submission }) => submission.id) as [string, string];
  const post = async (path: string, body: object) => (await desk.post(path, { cookie: await desk.signIn('Ada') }, body)).json<object>();
  const extend = (id: string) => post(`/api/entries/${id}/extend`, { days: 9 });
  /** Returns whether the board and the founder's record offer to extend an invitation. */
  const isOffered = async (id: string) => {
    const cookie = await desk.signIn('Ada');
    const { cards } = (await desk.get('/api/retreat', { cookie })).json<RetreatBoard>();
    const { entry } = (await desk.get(`/api/registrations/${id}`, { cookie })).json<SubmissionDetail>();
    expect(entry?.card.isExtendable).toBe(cards.find((card) => card.id === id)?.isExtendable);
    return entry?.card.isExtendable;
  };
  expect(await isOffered(bea)).toBe(false);
  await post(`/api/entries/${bea}/invite`, { days: 1 });
  expect(await isOffered(bea)).toBe(true);
  expect(await extend(bea)).toMatchObject({ expiresAt: startInNovember });
  expect(await isOffered(bea)).toBe(false);
  expect(await extend(bea)).toEqual({
    message: expect.stringMatching(/An invitation ends when the retreat begins at the latest\.$/u) as string,
  });
  clock.now = new Date('2026-11-21T15:00:00Z');
  await post(`/api/entries/${cleo}/invite`, { days: 1 });
  expect(await isOffered(cleo)).toBe(false);
  expect(await extend(cleo)).toEqual({ message: 'The Spring 2026 retreat has begun; invitations to it are no longer extended.' });
  clock.now = new Date('2026-12-01T15:00:00Z');
  await post('/api/retreats/spring-2026/close', {});
  expect(await extend(cleo)).toMatchObject({ message: expect.stringMatching(/^This retreat was closed on December 1/u) as string });
});

it('attack: a board with more founders than a column shows is refused, since reading very many would hold up the site', async () => {
  await using desk = await startRemoteDesk({ now: new Date() });
  const cookie = await desk.signIn('Rita', 'reader');
  const statusFor = async (limit: number) => (await desk.get(`/api/retreat?limit=${limit}`, { cookie })).statusCode;
  expect([await statusFor(1000), await statusFor(1001)]).toEqual([200, 400]);
});
