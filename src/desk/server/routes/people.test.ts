import { afterEach, beforeEach, expect, it } from 'vitest';
import { answersOf, registration } from '../../../../test/support/desk.ts';
import { retreatSlug } from '../../../../test/support/recording.ts';
import { hashOf, tokenFor } from '../../../link-tokens.ts';
import { startRemoteDesk } from '../../../../test/support/remote-desk.ts';

let clock: { now: Date };
let desk: Awaited<ReturnType<typeof startRemoteDesk>>;
let cookie: string;

beforeEach(async () => {
  clock = { now: new Date() };
  desk = await startRemoteDesk(clock);
  cookie = await desk.signIn('Ada');
});
afterEach(() => desk[Symbol.asyncDispose]());

const grace = answersOf('Grace Hopper', 'Cobol');
const post = (url: string, body: object = {}) => desk.post(url, { cookie }, body);
const store = async (options: Parameters<typeof registration>[0]) =>
  (await desk.store.submissions.record(registration({ more: grace, ...options }))).id;
const detail = async (id: string) => (await desk.get(`/api/registrations/${id}`, { cookie })).json<{ entry: { history: object[] } }>();
const mails = async () => (await Array.fromAsync(desk.store.outbox.list({ channel: 'mail' }))).map(({ kind, state }) => `${kind} ${state}`);

/** Delivers everything that is due, as the worker would. */
async function deliver(): Promise<void> {
  const due = await Array.fromAsync(desk.store.outbox.list({ state: 'due' }));
  await desk.store.outbox.recordOutcomes(
    due.map(({ id }) => ({ id, outcome: 'delivered', at: clock.now })),
    new Date(),
  );
}

it('an organizer releases a sign-up from quarantine, and the history names the organizer', async () => {
  const id = await store({ state: 'quarantined' });
  expect((await post(`/api/registrations/${id}/release`)).json()).toEqual({ state: 'accepted' });
  expect((await detail(id)).entry.history).toMatchObject([{ event: 'join', actor: 'organizer', name: 'Ada' }]);
  expect(await mails()).toContain('waitlist due');
  const again = await post(`/api/registrations/${id}/release`);
  expect([again.statusCode, again.json()]).toEqual([409, { message: 'This sign-up is no longer marked as possible spam.' }]);
});

it('a released sign-up whose retreat is over joins the waitlist that its form joins now', async () => {
  const { submission, ...rest } = registration({ state: 'quarantined', more: grace });
  const { id } = await desk.store.submissions.record({ ...rest, submission: { ...submission, retreat: 'spring-2020' } });
  expect((await post(`/api/registrations/${id}/release`)).statusCode).toBe(200);
  expect(await desk.store.waitlist.list()).toMatchObject([
    { retreat: retreatSlug, state: 'waiting', submission: { id, retreat: retreatSlug } },
  ]);
});

it('an organizer resends a confirmation, but not while one is on its way', async () => {
  const id = await store({ deliveries: [{ channel: 'mail', kind: 'waitlist' }] });
  const early = await post(`/api/registrations/${id}/resend`);
  expect([early.statusCode, early.json()]).toEqual([
    409,
    { message: 'This email is already waiting to be sent. The Deliveries tab shows when.' },
  ]);
  await deliver();
  clock.now = new Date(clock.now.getTime() + 60_000);
  expect((await post(`/api/registrations/${id}/resend`)).statusCode).toBe(200);
  expect(await mails()).toEqual(['waitlist due', 'waitlist delivered']);
});

it('the link in a resent email that asks to confirm an address is valid again', async () => {
  const id = await store({ state: 'held', form: 'workshop', daysAgo: 8 });
  expect((await post(`/api/registrations/${id}/resend`)).statusCode).toBe(200);
  expect(await mails()).toEqual(['confirm-address due']);
  expect(await desk.store.submissions.findConfirmation(hashOf(tokenFor('x'.repeat(32), 'confirm', id)), clock.now)).toMatchObject({
    kind: 'ready',
  });
});

it('an organizer resends an open invitation, and the history names the organizer', async () => {
  const id = await store({});
  const waiting = await post(`/api/entries/${id}/resend`);
  expect(waiting.json()).toEqual({ message: 'The founder is on the waitlist, so there is no invitation to resend.' });
  await post(`/api/entries/${id}/invite`, { days: 7, note: 'Come.' });
  const early = await post(`/api/entries/${id}/resend`);
  expect([early.statusCode, early.json()]).toEqual([
    409,
    { message: 'The invitation is already waiting to be sent. The Deliveries tab shows when.' },
  ]);
  await deliver();
  expect((await post(`/api/entries/${id}/resend`)).statusCode).toBe(200);
  const [resent, first] = (await Array.fromAsync(desk.store.outbox.list({ channel: 'mail' }))).filter(({ kind }) => kind === 'invitation');
  expect([resent?.state, resent?.submissionId]).toEqual(['due', first?.submissionId]);
  expect((await detail(id)).entry.history.at(-1)).toMatchObject({ from: 'invited', to: 'invited', event: 'resend', name: 'Ada' });
});

it('an organizer erases a person only after typing the email address', async () => {
  const id = await store({ deliveries: [{ channel: 'mail', kind: 'waitlist' }] });
  const wrong = await post(`/api/registrations/${id}/erase`, { email: 'someone@else.example' });
  expect([wrong.statusCode, wrong.json()]).toEqual([409, { message: 'This is not the founder’s email address. Nothing was erased.' }]);
  const { person } = (await desk.store.submissions.find(id))!;
  expect((await post(`/api/registrations/${id}/erase`, { email: person.email.toUpperCase() })).json()).toEqual({ submissions: 1 });
  expect((await desk.get(`/api/registrations/${id}`, { cookie })).statusCode).toBe(404);
  expect(await mails()).toEqual([]);
});
