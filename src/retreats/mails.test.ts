import { expect, it } from 'vitest';
import { hoursBefore, startApp } from '../../test/support/app.ts';
import { seatsOfRetreat } from '../../test/support/recording.ts';
import type { Answer } from './entry-states.ts';
import { startMailServer } from '../../test/support/mail-server.ts';
import { dayMs, minuteMs } from '../durations.ts';

type TestApp = Awaited<ReturnType<typeof startApp>>;

const notSent = 'not sent: the invitation is no longer valid';
const subjects = { invitation: 'Ottoline, there’s a seat for you', apology: 'Your invitation has been withdrawn' };

/** Returns a port on which nothing listens until the test starts a mail server there. */
async function unusedPort(): Promise<number> {
  await using mailServer = await startMailServer();
  return mailServer.port;
}

/** Starts an app with a founder on its waitlist. `later` advances the clock and delivers what is due. */
async function startWithFounder(smtpUrl: string) {
  const clock = { now: hoursBefore(1000) };
  const app = await startApp(smtpUrl, { clock });
  const { id } = await app.register({}, 'waitlist');
  return {
    clock,
    app,
    id,
    later: (milliseconds: number) => {
      clock.now = new Date(clock.now.getTime() + milliseconds);
      return app.deliveryWorkers.drain();
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

const answer = ({ store, invitationSettings }: TestApp, invitation: string, given: Answer, now: Date) =>
  store.waitlist.answer(invitationSettings.hashFor(invitation), given, invitationSettings, now);

function invite({ store, invitationSettings }: TestApp, id: string, now: Date, note = '') {
  return store.waitlist.invite(
    id,
    { note, latestEnd: new Date(now.getTime() + 7 * dayMs), overCapacity: false, by: 'organizer' },
    invitationSettings,
    now,
  );
}

/** Returns kind, state and error of each email about the invitation, oldest first. */
async function outcomes({ store }: TestApp): Promise<(string | null)[][]> {
  const mails = (await Array.fromAsync(store.outbox.list({ channel: 'mail' }))).filter(({ kind }) => kind !== 'waitlist');
  return mails.toReversed().map(({ kind, state, lastError }) => [kind, state, lastError]);
}

it('the organizer’s note keeps its paragraphs in the email of an invitation', async () => {
  await using mailServer = await startMailServer();
  await using test = await startWithFounder(mailServer.url);
  await invite(test.app, test.id, test.clock.now, 'We met in Waco.\n\nYour chair is by the window.');
  await test.app.deliveryWorkers.drain();
  const { html } = mailServer.received.map(({ mail }) => mail).find(({ subject }) => subject === subjects.invitation)!;
  expect(html).toMatch(/>We met in Waco\.<\/p>/u);
  expect(html).toMatch(/>Your chair is by the window\.<\/p>/u);
});

it.each([
  ['could not be sent while the server was down', true],
  ['was not attempted yet', false],
])('an invitation that was withdrawn and that %s is not sent, and neither is an apology for it', async (_, tried) => {
  const port = await unusedPort();
  await using test = await startWithFounder(`smtp://127.0.0.1:${port}`);
  const { app, clock, id } = test;
  await invite(app, id, clock.now);
  if (tried) await app.deliveryWorkers.drain();
  await app.store.waitlist.revoke(id, { by: 'organizer' }, app.invitationSettings, clock.now);
  await using mailServer = await startMailServer({}, { port });
  for (let minutes = 0; minutes < 5; minutes += 1) await test.later(minuteMs);
  expect(mailServer.received.map(({ mail }) => mail.subject)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/seat|withdrawn/u)]),
  );
  expect(mailServer.received).toHaveLength(1);
  expect(await outcomes(app)).toEqual([
    ['invitation', 'delivered', notSent],
    ['invitation-cancelled', 'delivered', 'not sent: the withdrawn invitation was never sent'],
  ]);
});

it('a founder gets an apology for a withdrawn invitation that had arrived, and another one with the reason for a withdrawn seat', async () => {
  await using mailServer = await startMailServer();
  await using test = await startWithFounder(mailServer.url);
  const { app, clock, id } = test;
  await app.deliveryWorkers.drain();
  for (const accepts of [false, true]) {
    const { id: invitation } = await invite(app, id, clock.now);
    await test.later(minuteMs);
    if (accepts) await answer(app, invitation, 'accept', clock.now);
    await test.later(minuteMs);
    await app.store.waitlist.revoke(id, { reason: 'The house has one room less.', by: 'organizer' }, app.invitationSettings, clock.now);
    await test.later(minuteMs);
  }
  const { invitation, apology } = subjects;
  expect(mailServer.received.slice(1).map(({ mail }) => mail.subject)).toEqual([
    invitation,
    apology,
    invitation,
    'Your seat is yours',
    expect.stringMatching(/^Your seat at /u),
  ]);
  const texts = mailServer.received.map(({ mail }) => mail.text ?? '');
  expect(texts.map((text) => text.includes('one room less'))).toEqual([false, false, false, false, false, true]);
});

it('while another instance is sending the invitation, the apology waits for the outcome', async () => {
  let mails = 0;
  const [inHand, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await using mailServer = await startMailServer({
    async onRcptTo(_address, _session, done) {
      mails += 1;
      if (mails === 2) {
        inHand.resolve();
        await go.promise;
      }
      done();
    },
  });
  await using test = await startWithFounder(mailServer.url);
  const { app, clock, id } = test;
  await using other = await startApp(mailServer.url, { clock, dataDir: app.dataDir });
  await app.deliveryWorkers.drain();
  await invite(app, id, clock.now);
  const sending = app.deliveryWorkers.drain();
  await inHand.promise;
  await other.store.waitlist.revoke(id, { by: 'organizer' }, other.invitationSettings, clock.now);
  await other.deliveryWorkers.drain();
  expect((await outcomes(app)).at(-1)).toEqual(['invitation-cancelled', 'due', expect.stringContaining('being sent right now')]);
  go.resolve();
  await sending;
  await test.later(minuteMs);
  expect(mailServer.received.slice(1).map(({ mail }) => mail.subject)).toEqual(Object.values(subjects));
});

it('no reminder is sent for an answered invitation, and no offer is sent for a withdrawn seat', async () => {
  const port = await unusedPort();
  await using test = await startWithFounder(`smtp://127.0.0.1:${port}`);
  const { app, clock, id } = test;
  const { store, invitationSettings } = app;
  const { id: invitation } = await invite(app, id, clock.now);
  clock.now = new Date(clock.now.getTime() + 6 * dayMs);
  expect(await store.waitlist.remindInvited(clock.now)).toBe(1);
  await store.waitlist.answer(invitationSettings.hashFor(invitation), 'later', invitationSettings, clock.now);

  // Another founder accepted without a free seat and is at the head: the seat is offered to that founder, and withdrawn.
  const head = (await app.register({}, 'waitlist')).id;
  const full = { ...invitationSettings, retreats: seatsOfRetreat(0) };
  const { id: headInvitation } = await store.waitlist.invite(
    head,
    { note: '', latestEnd: new Date(clock.now.getTime() + dayMs), overCapacity: true, by: 'organizer' },
    full,
    clock.now,
  );
  await store.waitlist.answer(invitationSettings.hashFor(headInvitation), 'accept', full, clock.now);
  expect(await store.waitlist.lapse(invitationSettings, clock.now)).toBe(1);
  await store.waitlist.revoke(head, { by: 'organizer' }, invitationSettings, clock.now);

  await using mailServer = await startMailServer({}, { port });
  await test.later(minuteMs);
  expect(Object.fromEntries((await outcomes(app)).map(([kind, , error]) => [kind, error]))).toMatchObject({
    'invitation-reminder': 'not sent: the invitation is answered',
    'seat-freed': notSent,
    postponed: null,
    'head-of-waitlist': 'not sent: the founder’s state has changed since',
  });
  expect(mailServer.received.map(({ mail }) => mail.subject)).not.toContain('Ottoline, a seat has opened up');
});

it.each([
  ['with a link while the answer can be changed', minuteMs, null],
  ['without a link after the deadline', 8 * dayMs, notSent],
])('of several answers while the mail server was down, only the mail about the current state is sent, %s', async (_, wait, problem) => {
  const port = await unusedPort();
  await using test = await startWithFounder(`smtp://127.0.0.1:${port}`);
  const { app, clock, id } = test;
  const { id: invitation } = await invite(app, id, clock.now);
  for (const given of ['later', 'accept', 'decline'] as const) await answer(app, invitation, given, clock.now);
  await using mailServer = await startMailServer({}, { port });
  await test.later(wait);
  const changed = 'not sent: the founder’s state has changed since';
  expect(await outcomes(app)).toEqual([
    ['invitation', 'delivered', problem],
    ['postponed', 'delivered', changed],
    ['accepted', 'delivered', changed],
    ['declined', 'delivered', null],
  ]);
  const mails = new Map(mailServer.received.map(({ mail }) => [mail.subject, mail.text!]));
  expect([mails.has('Your seat is yours'), mails.get('Thank you for telling us')!.includes('/invitation/')]).toEqual([false, !problem]);
});

it('a founder who leaves gets an email about it, unless the founder is on the waitlist again before it is sent', async () => {
  const port = await unusedPort();
  await using test = await startWithFounder(`smtp://127.0.0.1:${port}`);
  const { app, clock, id } = test;
  await app.store.waitlist.leave(id, app.invitationSettings, clock.now);
  await app.store.waitlist.reopen(id, 'organizer', clock.now);
  await using mailServer = await startMailServer({}, { port });
  const left = () => mailServer.received.filter(({ mail }) => mail.subject === 'You’re off the list');
  await test.later(minuteMs);
  expect(mailServer.received).toHaveLength(1);
  expect(left()).toEqual([]);
  await app.store.waitlist.leave(id, app.invitationSettings, clock.now);
  await test.later(minuteMs);
  expect(left()).toHaveLength(1);
});

it('a founder who sends the form again with a seat, or leaves before the email is sent, is not told to wait for a seat', async () => {
  const port = await unusedPort();
  await using test = await startWithFounder(`smtp://127.0.0.1:${port}`);
  const { app, clock, id } = test;
  const left = await app.register({}, 'waitlist');
  await app.store.waitlist.leave(left.id, app.invitationSettings, clock.now);
  const { id: invitation } = await invite(app, id, clock.now);
  await answer(app, invitation, 'accept', clock.now);
  await using mailServer = await startMailServer({}, { port });
  await test.later(minuteMs);
  expect(mailServer.received.map(({ mail }) => mail.subject).toSorted()).toEqual(
    ['Your answers were updated', 'You’re off the list', 'Your seat is yours', subjects.invitation].toSorted(),
  );
});

it.each(['leaves', 'declines afterwards', 'loses it'])('the calendar entry of a seat is canceled when the founder %s', async (how) => {
  await using mailServer = await startMailServer();
  await using test = await startWithFounder(mailServer.url);
  const { app, clock, id } = test;
  const { id: invitation } = await invite(app, id, clock.now);
  await answer(app, invitation, 'accept', clock.now);
  await test.later(minuteMs);
  if (how === 'leaves') await app.store.waitlist.leave(id, app.invitationSettings, clock.now);
  else if (how === 'loses it') await app.store.waitlist.revoke(id, { by: 'organizer' }, app.invitationSettings, clock.now);
  else await answer(app, invitation, 'decline', clock.now);
  await test.later(minuteMs);
  const entries = mailServer.received
    .flatMap(({ mail }) => mail.attachments.filter(({ mimeType }) => mimeType === 'text/calendar'))
    .map(({ content }) => Buffer.from(content as ArrayBuffer).toString())
    .map((text) => ['SEQUENCE', 'METHOD', 'UID', 'STATUS'].map((name) => new RegExp(`${name}:([^:\\r\\n]*)`, 'u').exec(text)?.[1]));
  const inOrder = entries.toSorted(([one], [other]) => Number(one) - Number(other));
  expect(inOrder.map(([, ...rest]) => rest)).toEqual([
    ['PUBLISH', 'retreat-spring-2026@127.0.0.1', 'CONFIRMED'],
    ['CANCEL', 'retreat-spring-2026@127.0.0.1', 'CANCELLED'],
  ]);
  expect(inOrder[0]![0]).not.toBe(inOrder[1]![0]);
});
