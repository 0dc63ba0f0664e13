import { describe, expect, it } from 'vitest';
import { freePort } from '../../test/support/free-port.ts';
import { hoursBefore, startApp } from '../../test/support/app.ts';
import { engines } from '../../test/support/databases.ts';
import { startMailServer } from '../../test/support/mail-server.ts';
import { content } from '../../test/support/forms.ts';
import { createTestWaitlist, day } from '../../test/support/waitlist.ts';
import { formatDeadline } from '../content/format.ts';
import { dayMs } from '../durations.ts';
import { lapseInvitations } from './jobs.ts';

/** How often simultaneous requests are repeated. */
const rounds = 5;

describe.each(engines)('an invitation over %s', (engine) => {
  it('can be answered until its new deadline after it was extended, with the same link', async () => {
    await using waitlist = await createTestWaitlist(engine);
    await waitlist.join('ada');
    await waitlist.invite('ada', { note: 'Come!' });
    const { id } = (await waitlist.entry('ada')).invitation!;
    waitlist.clock.now = day(5);
    expect(await waitlist.extend('ada')).toEqual({ id, expiresAt: day(12) });
    expect(await waitlist.store.waitlist.findInvitation({ id }, day(5))).toMatchObject({
      invitation: { note: 'Come!', expiresAt: day(12).toISOString() },
    });
    expect(await waitlist.history('ada')).toContain('05 organizer extend invited');
    expect(await waitlist.mails('ada')).toEqual(['invitation', 'invitation']);
    waitlist.clock.now = day(11);
    expect(await waitlist.lapse()).toBe(0);
    expect(await waitlist.answer('ada', 'accept')).toMatchObject({ state: 'accepted' });
  });

  it('cannot be extended to an earlier deadline, nor once it is answered, withdrawn or expired', async () => {
    await using waitlist = await createTestWaitlist(engine, 5);
    const names = ['ada', 'bea', 'cleo', 'dora', 'edith'];
    for (const name of names) await waitlist.join(name);
    for (const name of names) await waitlist.invite(name);
    for (const days of [6, 7])
      await expect(waitlist.extend('ada', days)).rejects.toThrow(
        `The founder can already answer until ${formatDeadline(day(8))}. Choose more days.`,
      );
    await waitlist.answer('bea', 'accept');
    await waitlist.answer('cleo', 'decline');
    await waitlist.answer('dora', 'later');
    await waitlist.revoke('edith');
    const refused = 'so there is no invitation to extend.';
    await expect(waitlist.extend('bea', 9)).rejects.toThrow(`The founder already has a seat, ${refused}`);
    await expect(waitlist.extend('cleo', 9)).rejects.toThrow(`The founder declined, ${refused}`);
    for (const name of ['dora', 'edith'])
      await expect(waitlist.extend(name, 9)).rejects.toThrow(`The founder is on the waitlist, ${refused}`);
    waitlist.clock.now = day(8);
    await expect(waitlist.extend('ada', 9)).rejects.toThrow('The invitation has expired.');
    await waitlist.lapse();
    await expect(waitlist.extend('ada', 9)).rejects.toThrow(`The founder did not answer in time, ${refused}`);
    const deadlines = await waitlist.query('SELECT DISTINCT expires_at FROM invitations');
    expect(deadlines).toEqual([{ expires_at: day(8).toISOString() }]);
    expect(await waitlist.mails('ada')).toEqual(['invitation']);
    expect(await waitlist.history('ada')).not.toContainEqual(expect.stringContaining('extend'));
  });

  it('is not extended by less than a minute, as by a second press, so that the founder gets one mail', async () => {
    await using waitlist = await createTestWaitlist(engine);
    await waitlist.join('ada');
    await waitlist.invite('ada', { days: 3 });
    await waitlist.extend('ada');
    waitlist.clock.now = new Date(day(1).getTime() + 59_999);
    await expect(waitlist.extend('ada')).rejects.toThrow(
      `The founder can already answer until ${formatDeadline(day(8))}. Choose more days.`,
    );
    waitlist.clock.now = new Date(day(1).getTime() + 60_000);
    await waitlist.extend('ada');
    expect(await waitlist.mails('ada')).toEqual(['invitation', 'invitation', 'invitation']);
  });

  it('gets another reminder before its new deadline, unless that is at most two days away when it is extended', async () => {
    await using waitlist = await createTestWaitlist(engine);
    const mailsAt = async (date: number, name = 'ada') => {
      waitlist.clock.now = day(date);
      await lapseInvitations(waitlist.store.waitlist, waitlist.invitationSettings, waitlist.clock.now);
      return waitlist.mails(name);
    };
    for (const name of ['ada', 'bea']) await waitlist.join(name);
    await waitlist.invite('ada');
    const reminded = ['invitation', 'invitation-reminder'];
    expect(await mailsAt(7)).toEqual(reminded);
    await waitlist.extend('ada', 7);
    expect(await mailsAt(11)).toEqual([...reminded, 'invitation']);
    const remindedAgain = [...reminded, ...reminded];
    expect(await mailsAt(12)).toEqual(remindedAgain);
    expect(await mailsAt(13)).toEqual(remindedAgain);
    await waitlist.extend('ada', 2);
    for (const date of [13, 14, 15]) expect(await mailsAt(date)).toEqual([...remindedAgain, 'invitation']);
    expect(await waitlist.state('ada')).toBe('lapsed');
    // Made for so short a time that it got no reminder.
    await waitlist.invite('bea', { days: 2 });
    waitlist.clock.now = day(16);
    await waitlist.extend('bea', 2);
    for (const date of [16, 17]) expect(await mailsAt(date, 'bea')).toEqual(['invitation', 'invitation']);
  });

  it('gets another reminder if it is extended while the first one is enqueued', async () => {
    for (let round = 0; round < rounds; round += 1) {
      await using waitlist = await createTestWaitlist(engine);
      await waitlist.join('ada');
      await waitlist.invite('ada');
      waitlist.clock.now = day(7);
      await Promise.all(round % 2 ? [waitlist.remind(), waitlist.extend('ada')] : [waitlist.extend('ada'), waitlist.remind()]);
      waitlist.clock.now = day(13);
      expect(await waitlist.remind()).toBe(1);
    }
  });

  it.each(['accept', 'decline', 'lapse', 'revoke'] as const)('is either extended or not if "%s" comes at the same moment', async (what) => {
    for (let round = 0; round < rounds; round += 1) {
      await using waitlist = await createTestWaitlist(engine);
      await waitlist.join('ada');
      await waitlist.invite('ada');
      const { id } = await waitlist.entry('ada');
      const { waitlist: entries } = waitlist.store;
      waitlist.clock.now = new Date(day(8).getTime() - 1);
      const other = {
        accept: () => waitlist.answer('ada', 'accept'),
        decline: () => waitlist.answer('ada', 'decline'),
        lapse: () => entries.lapse(waitlist.invitationSettings, day(8)),
        revoke: () => waitlist.revoke('ada'),
      }[what];
      const extend = () =>
        entries.extendInvitation(id, { latestEnd: day(15), by: 'organizer' }, waitlist.invitationSettings, waitlist.clock.now);
      const both = round % 2 ? [extend(), other()] : [other(), extend()];
      const extended = (await Promise.allSettled(both))[round % 2 ? 0 : 1]?.status === 'fulfilled';
      const events = (await waitlist.history('ada')).map((step) => step.split(' ')[2]);
      const [{ expires_at: deadline } = {}] = await waitlist.query('SELECT expires_at FROM invitations');
      const mails = (await waitlist.mails('ada')).filter((kind) => kind === 'invitation').length;
      const lasts = extended && what === 'lapse' ? [] : [what];
      expect([events, deadline, mails]).toEqual(
        extended
          ? [['join', 'invite', 'extend', ...lasts], day(15).toISOString(), 2]
          : [['join', 'invite', ...lasts], day(8).toISOString(), 1],
      );
    }
  });
});

const moreTime = 'You have more time to answer: we’ve extended your invitation until';

it('the email after an extension says in its subject and text that the founder has more time, and keeps the note, if an earlier email with the invitation was sent', async () => {
  await using mailServer = await startMailServer();
  const clock = { now: hoursBefore(1000) };
  await using app = await startApp(mailServer.url, { clock });
  const { store, invitationSettings, deliveryWorkers } = app;
  const { id } = await app.register({}, 'waitlist');
  const inDays = (days: number) => new Date(clock.now.getTime() + days * dayMs);
  const invitation = { note: 'Come!', latestEnd: inDays(3), overCapacity: false, by: 'organizer' } as const;
  await store.waitlist.invite(id, invitation, invitationSettings, clock.now);
  await deliveryWorkers.drain();
  const extension = { latestEnd: inDays(7), by: 'organizer' } as const;
  const { expiresAt } = await store.waitlist.extendInvitation(id, extension, invitationSettings, clock.now);
  await deliveryWorkers.drain();
  const mails = mailServer.received.map(({ mail }) => mail).filter(({ text }) => text?.includes('/invitation/'));
  expect(mails.map(({ subject }) => subject)).toEqual(['Ottoline, there’s a seat for you', 'Ottoline, you have more time to answer']);
  const sent = mails.map(({ text }) => text!.replaceAll(/\s+/gu, ' '));
  expect(sent[0]).not.toContain(moreTime);
  expect(sent[1]).toContain(`${moreTime} ${formatDeadline(expiresAt).replaceAll(/\s/gu, ' ')}, and its link stays the same. Come!`);
});

it('the email after an extension is that of the invitation, with the new deadline, if content has no other words for it', async () => {
  await using mailServer = await startMailServer();
  const clock = { now: hoursBefore(1000) };
  const { extendedSubject: _subject, extended: _text, ...invitation } = content.emails.invitation;
  await using app = await startApp(mailServer.url, { clock, content: { ...content, emails: { ...content.emails, invitation } } });
  const { store, invitationSettings, deliveryWorkers } = app;
  const { id } = await app.register({}, 'waitlist');
  const inDays = (days: number) => new Date(clock.now.getTime() + days * dayMs);
  await store.waitlist.invite(id, { note: '', latestEnd: inDays(3), overCapacity: false, by: 'organizer' }, invitationSettings, clock.now);
  await deliveryWorkers.drain();
  await store.waitlist.extendInvitation(id, { latestEnd: inDays(7), by: 'organizer' }, invitationSettings, clock.now);
  await deliveryWorkers.drain();
  const sent = mailServer.received.map(({ mail }) => mail).filter(({ text }) => text?.includes('/invitation/'));
  expect(sent.map(({ subject }) => subject)).toEqual(Array(2).fill('Ottoline, there’s a seat for you'));
  expect(sent[1]?.text).not.toContain('more time');
});

it('the email after an extension has the new deadline, and one with the old deadline that is still waiting is not sent', async () => {
  const port = await freePort();
  const clock = { now: hoursBefore(1000) };
  await using app = await startApp(`smtp://127.0.0.1:${port}`, { clock });
  const { store, invitationSettings, deliveryWorkers } = app;
  const { id } = await app.register({}, 'waitlist');
  const inDays = (days: number) => new Date(clock.now.getTime() + days * dayMs);
  await store.waitlist.invite(id, { note: '', latestEnd: inDays(3), overCapacity: false, by: 'organizer' }, invitationSettings, clock.now);
  clock.now = inDays(2);
  await lapseInvitations(store.waitlist, invitationSettings, clock.now);
  const { expiresAt } = await store.waitlist.extendInvitation(id, { latestEnd: inDays(7), by: 'organizer' }, invitationSettings, clock.now);
  await using mailServer = await startMailServer({}, { port });
  await deliveryWorkers.drain();
  const sent = mailServer.received.map(({ mail }) => mail).filter(({ text }) => text?.includes('/invitation/'));
  expect(sent.map(({ subject }) => subject)).toEqual(['Ottoline, there’s a seat for you']);
  const text = sent[0]?.text?.replaceAll(/\s+/gu, ' ');
  expect(text).toContain(`Your invitation is open until ${formatDeadline(expiresAt).replaceAll(/\s/gu, ' ')}`);
  expect(text).not.toContain(moreTime);
});
