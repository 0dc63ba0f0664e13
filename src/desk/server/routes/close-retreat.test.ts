import { expect, it } from 'vitest';
import { dayMs } from '../../../durations.ts';
import { answersOf, registration } from '../../../../test/support/desk.ts';
import { content } from '../../../../test/support/forms.ts';
import { invitationSettingsFor } from '../../../../test/support/recording.ts';
import { startRemoteDesk } from '../../../../test/support/remote-desk.ts';
import type { Overview } from './overview.ts';
import type { SubmissionDetail } from './registrations.ts';
import type { RetreatBoard } from './retreat.ts';

const [shipped] = content.retreats;
const ended = { ...shipped!, facts: { ...shipped!.facts, afterwards: 'turn' as const, earliest: '2020-03-01', latest: '2020-05-31' } };
const kept = { ...ended, facts: { ...ended.facts, afterwards: 'keep' as const } };
const later = { ...shipped!, slug: 'later', facts: { ...shipped!.facts, earliest: '2090-03-01', latest: '2090-05-31' } };

it('an organizer closes a retreat that has ended, once, and its board keeps the figures', async () => {
  await using desk = await startRemoteDesk({ now: new Date() }, { content: { ...content, retreats: [ended, later] } });
  const [cookie, reader] = [await desk.signIn('Ada'), await desk.signIn('Rita', 'reader')];
  for (const name of ['Bea Potter', 'Cleo Vane']) await desk.store.submissions.record(registration({ more: answersOf(name, 'Zinc') }));
  const board = async (retreat: string) => (await desk.get(`/api/retreat?retreat=${retreat}`, { cookie: reader })).json<RetreatBoard>();
  expect(await board(ended.slug)).toMatchObject({ cards: [{ isMovable: false }, { isMovable: false }], closure: null });
  const path = `/api/retreats/${ended.slug}/close`;
  expect((await desk.post(path, { cookie: reader })).statusCode).toBe(403);
  expect((await desk.post('/api/retreats/later/close', { cookie })).json()).toEqual({
    message: 'A retreat can be closed once its last day is over.',
  });
  const { store } = desk;
  const first = (await store.waitlist.list({ retreat: ended.slug }))[0]!;
  const latestEnd = new Date(Date.now() + dayMs);
  const invitation = { note: '', latestEnd, overCapacity: false, by: 'organizer' as const };
  await store.waitlist.invite(first.id, invitation, invitationSettingsFor(10), new Date());
  expect((await desk.post(path, { cookie })).json()).toMatchObject({ joined: 2, invited: 1 });
  expect((await store.waitlist.listHistory(first.id)).at(-1)).toMatchObject({ event: 'lapse', actor: 'organizer', name: 'Ada' });
  const closed = await board(ended.slug);
  expect(closed.closure).toMatchObject({ figures: { joined: 2, states: { waiting: 1, lapsed: 1 } } });
  expect(closed.cards.map(({ state, isMovable }) => [state, isMovable])).toEqual([
    ['waiting', false],
    ['lapsed', false],
  ]);
  expect((await desk.post(path, { cookie })).json<{ message: string }>().message).toContain('was closed');
  const invited = await desk.post(`/api/entries/${closed.cards[0]!.id}/invite`, { cookie }, { days: 7 });
  expect(invited.json<{ message: string }>().message).toContain('was closed');
});

it('an organizer closes a retreat whose page stays as it was, once a later retreat is on the front page', async () => {
  const close = async (retreats: typeof content.retreats) => {
    await using desk = await startRemoteDesk({ now: new Date() }, { content: { ...content, retreats } });
    const cookie = await desk.signIn('Ada');
    const board = (await desk.get(`/api/retreat?retreat=${kept.slug}`, { cookie })).json<RetreatBoard>();
    return [board.isClosable, (await desk.post(`/api/retreats/${kept.slug}/close`, { cookie })).statusCode];
  };
  expect(await close([kept])).toEqual([false, 409]);
  expect(await close([kept, { ...later, facts: { ...later.facts, afterwards: 'keep' } }])).toEqual([true, 200]);
});

it('founders are not invited to a retreat that has ended, before it is closed', async () => {
  await using desk = await startRemoteDesk({ now: new Date() }, { content: { ...content, retreats: [ended, later] } });
  const cookie = await desk.signIn('Ada');
  const { id } = await desk.store.submissions.record(registration({ more: answersOf('Bea Potter', 'Zinc') }));
  const invited = await desk.post(`/api/entries/${id}/invite`, { cookie }, { days: 7 });
  expect([invited.statusCode, invited.json()]).toEqual([
    409,
    { message: 'The Spring 2026 retreat is over; no more founders are invited to it.' },
  ]);
  expect(await desk.store.waitlist.list()).toMatchObject([{ state: 'waiting' }]);
});

/** Returns whether a founder can be moved by the desk while invited, with a seat, and after the seat was cancelled. */
async function readMayMove(retreats: typeof content.retreats) {
  await using desk = await startRemoteDesk({ now: new Date() }, { content: { ...content, retreats } });
  const cookie = await desk.signIn('Ada');
  const { submissions, waitlist } = desk.store;
  const { id } = await submissions.record(registration({ more: answersOf('Bea Potter', 'Zinc') }));
  const mayMove = async () => (await desk.get(`/api/registrations/${id}`, { cookie })).json<SubmissionDetail>().entry?.card.isMovable;
  const entry = (await waitlist.findBySubmission(id))!;
  const settings = invitationSettingsFor(10);
  const invitation = { note: '', latestEnd: new Date(Date.now() + dayMs), overCapacity: false, by: 'organizer' as const };
  const { id: invitationId } = await waitlist.invite(entry.id, invitation, settings, new Date());
  const whileInvited = await mayMove();
  await waitlist.answer(settings.hashFor(invitationId), 'accept', settings, new Date());
  const withSeat = await mayMove();
  await waitlist.revoke(entry.id, { by: 'organizer' }, settings, new Date());
  return { whileInvited, withSeat, whileCancelled: await mayMove() };
}

it('neither an invitation nor a seat is ended in the desk once the retreat is over, and a founder can still return to the waitlist', async () => {
  const ahead = { ...ended, facts: { ...ended.facts, earliest: '2090-01-01', latest: '2090-01-05' } };
  expect(await readMayMove([ahead, later])).toEqual({ whileInvited: true, withSeat: true, whileCancelled: true });
  expect(await readMayMove([ended, later])).toEqual({ whileInvited: false, withSeat: false, whileCancelled: true });
  // Founders can still be invited to a retreat whose page stays as it was.
  expect(await readMayMove([kept, later])).toEqual({ whileInvited: true, withSeat: false, whileCancelled: true });
});

it.each([
  ['can be offered while founders can be invited', [later], 10],
  ['are not offered once the retreat has ended', [ended], 0],
  ['are not offered once the retreat is over, even if its page stays as it was', [kept], 0],
])('the free seats of the retreat on the front page %s', async (_, retreats, seatsToOffer) => {
  await using desk = await startRemoteDesk({ now: new Date() }, { content: { ...content, retreats } });
  const overview = await desk.get('/api/overview', { cookie: await desk.signIn('Ada') });
  expect(overview.json<Overview>()).toMatchObject({ seats: { capacity: 10 }, seatsToOffer });
});
