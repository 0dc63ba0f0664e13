import { v7 as uuid } from 'uuid';
import { expect, it } from 'vitest';
import { contentWith, hoursBefore, startApp } from '../../test/support/app.ts';
import { queryDatabase } from '../../test/support/databases.ts';
import { eraseRows } from '../../test/support/erasing.ts';
import { startMailServer } from '../../test/support/mail-server.ts';
import type { Answer } from './entry-states.ts';
import { hourMs, minuteMs } from '../durations.ts';

const organizer = 'organizer@founderhouse.example';

/**
 * Starts an app whose organizer gets emails, with an invited founder. `founder` acts as the founder; `toOrganizer` returns the emails that
 * are not about the sign-up.
 */
async function startWithInvitation(organizerAnswers: 'each' | 'daily' | 'none') {
  const clock = { now: hoursBefore(1000) };
  const mailServer = await startMailServer();
  const content = contentWith({}, { organizerAnswers });
  const app = await startApp(mailServer.url, { clock, content, env: { ORGANIZER_EMAIL: organizer } });
  const { waitlist } = app.store;
  const { id, email } = await app.register(
    { inf_field_FirstName: 'Mei', inf_field_LastName: 'Tanaka', inf_field_Company: 'Fern' },
    'waitlist',
  );
  const latestEnd = new Date(clock.now.getTime() + 48 * hourMs);
  const invitation = await waitlist.invite(
    id,
    { note: '', latestEnd, overCapacity: false, by: 'organizer' },
    app.invitationSettings,
    clock.now,
  );
  return {
    app,
    clock,
    email,
    answer: (given: Answer) => waitlist.answer(app.invitationSettings.hashFor(invitation.id), given, app.invitationSettings, clock.now),
    lapse: () => waitlist.lapse(app.invitationSettings, clock.now),
    leave: () => waitlist.leave(id, app.invitationSettings, clock.now),
    async toOrganizer() {
      await app.tick();
      return mailServer.received.filter(({ to, mail }) => to[0] === organizer && !mail.subject?.startsWith('New sign-up'));
    },
    later: (milliseconds: number) => void (clock.now = new Date(clock.now.getTime() + milliseconds)),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await mailServer[Symbol.asyncDispose]();
    },
  };
}

it('the organizer gets an email with a founder’s answer, and another with the newest answer an hour later if the founder changes it', async () => {
  await using test = await startWithInvitation('each');
  const subjects = async () => (await test.toOrganizer()).map(({ mail }) => mail.subject);
  await test.answer('accept');
  expect(await subjects()).toEqual(['Mei Tanaka accepted a seat']);
  const [first] = await test.toOrganizer();
  expect(first!.mail.text).toContain('Mei Tanaka of Fern accepted a seat: ');
  expect(first!.mail.replyTo?.[0]?.address).toBe(test.email);
  for (const given of ['decline', 'accept', 'decline'] as const) {
    test.later(minuteMs);
    await test.answer(given);
  }
  expect(await subjects()).toHaveLength(1);
  test.later(hourMs);
  expect(await subjects()).toEqual(['Mei Tanaka accepted a seat', 'Mei Tanaka gave up the seat']);
});

it('the organizer gets the newest answer even if an earlier one was recorded by a process whose clock was a year ahead', async () => {
  await using test = await startWithInvitation('each');
  await test.answer('accept');
  await test.toOrganizer();
  const ahead = uuid({ msecs: Date.now() + 365 * 24 * hourMs });
  await queryDatabase(test.app.settings.databaseUrl, `UPDATE entry_history SET id = '${ahead}' WHERE event = 'accept' RETURNING id`);
  test.later(minuteMs);
  await test.answer('decline');
  test.later(hourMs);
  expect((await test.toOrganizer()).map(({ mail }) => mail.subject)).toEqual(['Mei Tanaka accepted a seat', 'Mei Tanaka gave up the seat']);
});

it('the organizer gets an email when a founder does not answer in time, and when a founder leaves', async () => {
  await using test = await startWithInvitation('each');
  test.later(49 * hourMs);
  expect(await Promise.all([test.lapse(), test.lapse()])).toContain(1);
  await test.toOrganizer();
  test.later(2 * hourMs);
  await test.leave();
  expect((await test.toOrganizer()).map(({ mail }) => mail.subject)).toEqual([
    'Mei Tanaka did not answer in time',
    'Mei Tanaka left the waitlist',
  ]);
});

it('the daily digest lists answers with `organizerAnswers: daily`, and nobody who was erased', async () => {
  await using test = await startWithInvitation('daily');
  await test.answer('decline');
  expect(await test.toOrganizer()).toEqual([]);
  test.later(30 * hourMs);
  const [digest] = await test.toOrganizer();
  expect(digest!.mail.text?.replaceAll(/\s+/gu, ' ')).toContain('Answer, Spring 2026: Mei Tanaka, Fern, declined the invitation');
  const deliveries: string[] = [];
  await eraseRows(test.app.store, test.email, test.clock.now, async (ids) => void deliveries.push(...ids));
  // If emails are written to files, the file of the digest is deleted with the founder.
  expect(deliveries.length).toBeGreaterThan(0);
  expect(await Array.fromAsync(test.app.store.outbox.list())).toEqual([]);
});

it('the organizer gets no email about answers with `organizerAnswers: none`', async () => {
  await using test = await startWithInvitation('none');
  await test.answer('accept');
  test.later(30 * hourMs);
  expect(await test.toOrganizer()).toEqual([]);
});

it('the daily digest of a day without sign-ups lists the channels that have been failing', async () => {
  await using test = await startWithInvitation('daily');
  await test.app.store.outbox.enqueueOnce('message', { channel: 'webhook', kind: 'submission.accepted' }, test.clock.now);
  test.later(30 * hourMs);
  const lease = { channel: 'webhook', limit: 1, now: test.clock.now, leaseMs: minuteMs, spacingMs: 0 };
  const [leased] = await test.app.store.outbox.lease(lease);
  const retry = { id: leased!.id, outcome: 'retry', at: test.clock.now, error: 'it cannot be reached' } as const;
  await test.app.store.outbox.recordOutcomes([retry], test.clock.now);
  test.later(11 * minuteMs);
  const [digest] = await test.toOrganizer();
  expect(digest!.mail.text?.replaceAll(/\s+/gu, ' ')).toMatch(
    /Webhook has been failing since .*: it cannot be reached\. 1 delivery is waiting/u,
  );
});
