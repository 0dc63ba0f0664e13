import { expect, it } from 'vitest';
import { freePort } from '../../test/support/free-port.ts';
import { hoursBefore, startApp } from '../../test/support/app.ts';
import { startMailServer } from '../../test/support/mail-server.ts';
import { dayMs, minuteMs } from '../durations.ts';

/** Starts an app with a founder on its waitlist, whose mail server is down until `mails` starts it. */
async function startWithFounder() {
  const port = await freePort();
  const clock = { now: hoursBefore(1000) };
  const app = await startApp(`smtp://127.0.0.1:${port}`, { clock });
  const { store, invitationSettings: settings, deliveryWorkers } = app;
  const { id } = await app.register({}, 'waitlist');
  return {
    store,
    id,
    clock,
    async invite() {
      const wanted = { note: '', latestEnd: new Date(clock.now.getTime() + 7 * dayMs), overCapacity: false, by: 'organizer' as const };
      return settings.hashFor((await store.waitlist.invite(id, wanted, settings, clock.now)).id);
    },
    accept: (hash: string) => store.waitlist.answer(hash, 'accept', settings, clock.now),
    decline: (hash: string) => store.waitlist.answer(hash, 'decline', settings, clock.now),
    revoke: () => store.waitlist.revoke(id, { by: 'organizer' }, settings, clock.now),
    reopen: () => store.waitlist.reopen(id, 'organizer', clock.now),
    lapse: () => store.waitlist.lapse(settings, clock.now),
    /** Delivers what is due while the mail server is up. Returns the subjects of the emails that arrive. */
    async mails(): Promise<(string | undefined)[]> {
      await using mailServer = await startMailServer({}, { port });
      clock.now = new Date(clock.now.getTime() + minuteMs);
      await deliveryWorkers.drain();
      return mailServer.received.map(({ mail }) => mail.subject);
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

const invitationSubject = 'Ottoline, there’s a seat for you';

it('a founder who is invited again before the email about the withdrawn invitation is sent does not get that mail', async () => {
  await using founder = await startWithFounder();
  await founder.invite();
  expect(await founder.mails()).toContain(invitationSubject);
  await founder.revoke();
  await founder.invite();
  expect(await founder.mails()).toEqual([invitationSubject]);
});

it('a founder who has a seat again before the email about the withdrawn seat is sent does not get that mail', async () => {
  await using founder = await startWithFounder();
  await founder.accept(await founder.invite());
  expect(await founder.mails()).toContain('Your seat is yours');
  await founder.revoke();
  await founder.reopen();
  await founder.accept(await founder.invite());
  expect(await founder.mails()).toEqual([invitationSubject, 'Your seat is yours']);
});

it('a founder who accepts, declines and accepts again before the emails about it are sent gets one about the seat', async () => {
  await using founder = await startWithFounder();
  const hash = await founder.invite();
  for (const answer of [founder.accept, founder.decline, founder.accept]) await answer(hash);
  expect((await founder.mails()).filter((subject) => subject === 'Your seat is yours')).toHaveLength(1);
});

it('an invitation that lapsed by a clock that was ahead is not emailed after the clock is corrected', async () => {
  await using founder = await startWithFounder();
  await founder.invite();
  const { now } = founder.clock;
  founder.clock.now = new Date(now.getTime() + 8 * dayMs);
  expect(await founder.lapse()).toBe(1);
  founder.clock.now = now;
  expect(await founder.mails()).not.toContain(invitationSubject);
});
