import { describe, expect, it } from 'vitest';
import { lapseInvitations } from './jobs.ts';
import { engines } from '../../test/support/databases.ts';
import { answers, waitlist as waitlistForm } from '../../test/support/forms.ts';
import { startIntake } from '../../test/support/intake.ts';
import { day, createTestWaitlist } from '../../test/support/waitlist.ts';
import { dayMs, hourMs } from '../durations.ts';
import { tokenFor } from '../link-tokens.ts';
import { paths } from '../paths.ts';

const at = (date: number, hours: number) => new Date(day(date).getTime() + hours * hourMs);

describe.each(engines)('invitations over %s', (engine) => {
  it('get one reminder two days before the deadline, and lapse at the deadline', async () => {
    await using waitlist = await createTestWaitlist(engine);
    const tick = () => lapseInvitations(waitlist.store.waitlist, waitlist.invitationSettings, waitlist.clock.now);
    await waitlist.join('ada');
    await waitlist.invite('ada');
    const seen: [string, boolean, string][] = [];
    for (const now of [at(5, 23.9), at(6, 0), at(6, 1), at(7, 23.9), at(8, 0), at(9, 0)]) {
      waitlist.clock.now = now;
      seen.push([now.toISOString().slice(8, 16), await tick(), await waitlist.state('ada')]);
    }
    expect(seen).toEqual([
      ['06T14:54', false, 'invited'],
      ['06T15:00', true, 'invited'],
      ['06T16:00', false, 'invited'],
      ['08T14:54', false, 'invited'],
      ['08T15:00', true, 'lapsed'],
      ['09T15:00', false, 'lapsed'],
    ]);
    expect(await waitlist.mails('ada')).toEqual(['invitation', 'invitation-reminder']);
    expect((await waitlist.history('ada')).at(-1)).toBe('08 clock lapse lapsed');
    expect(await waitlist.answer('ada', 'accept')).toEqual({ kind: 'gone' });
  });

  it('cannot be answered from the deadline on, even before the job has run', async () => {
    await using waitlist = await createTestWaitlist(engine);
    await waitlist.join('ada');
    await waitlist.invite('ada');
    waitlist.clock.now = day(8);
    expect(await waitlist.answer('ada', 'accept')).toEqual({ kind: 'gone' });
    waitlist.clock.now = new Date(day(8).getTime() - 1);
    expect(await waitlist.answer('ada', 'accept')).toMatchObject({ state: 'accepted' });
  });

  it('get no reminder if they are answered, or were made for two days or fewer', async () => {
    await using waitlist = await createTestWaitlist(engine);
    for (const name of ['ada', 'bea']) await waitlist.join(name);
    await waitlist.invite('ada');
    await waitlist.invite('bea', { days: 2 });
    await waitlist.answer('ada', 'later');
    for (const now of [at(1, 1), at(2, 1), at(7, 0)]) {
      waitlist.clock.now = now;
      expect(await waitlist.remind()).toBe(0);
    }
  });

  it('lapse once if many instances run the job', async () => {
    await using waitlist = await createTestWaitlist(engine);
    await waitlist.join('ada');
    await waitlist.invite('ada');
    waitlist.clock.now = day(7);
    const reminded = await Promise.all(Array.from({ length: 5 }, () => waitlist.remind()));
    expect(reminded.toSorted()).toEqual([0, 0, 0, 0, 1]);
    waitlist.clock.now = day(8);
    const lapsed = await Promise.all(Array.from({ length: 5 }, () => waitlist.lapse()));
    expect(lapsed.toSorted()).toEqual([0, 0, 0, 0, 1]);
  });
});

it('an invitation that lapsed by a clock that was ahead responds with status 410 after the clock is corrected', async () => {
  const clock = { now: new Date() };
  const tomorrow = new Date(clock.now.getTime() + dayMs);
  await using site = await startIntake(clock);
  const { store, secret, invitationSettings } = site.services;
  await site.postWithProof(waitlistForm.id, answers());
  const [entry] = await store.waitlist.list();
  const wanted = { note: '', latestEnd: tomorrow, overCapacity: false, by: 'organizer' as const };
  const { id } = await store.waitlist.invite(entry!.id, wanted, invitationSettings, clock.now);
  await lapseInvitations(store.waitlist, invitationSettings, tomorrow);
  const link = paths.invitation(tokenFor(secret, 'invitation', id));
  expect((await site.app.inject({ url: link })).statusCode).toBe(410);
  expect((await site.send(link, { answer: 'accept' })).statusCode).toBe(410);
});
