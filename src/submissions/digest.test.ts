import { expect, it, vi } from 'vitest';
import { contentWith, startApp } from '../../test/support/app.ts';
import { eraseRows } from '../../test/support/erasing.ts';
import { content } from '../../test/support/forms.ts';
import { startMailServer } from '../../test/support/mail-server.ts';
import { readQueryPlan } from '../../test/support/query-plan.ts';

const organizer = 'organizer@example.com';

/** Starts an app with a digest each day. `signUp` registers a founder at an instant, `digests` sends what is due then and returns all so far. */
async function startDaily() {
  const clock = { now: new Date(0) };
  const mailServer = await startMailServer();
  const app = await startApp(mailServer.url, {
    clock,
    content: contentWith({}, { organizerNotes: 'daily' }),
    env: { ORGANIZER_EMAIL: organizer },
  });
  return {
    app,
    async signUp(at: string) {
      clock.now = new Date(at);
      await app.register({ inf_field_FirstName: `At ${at}` });
    },
    async digests(at: string) {
      clock.now = new Date(at);
      await app.tick();
      const mails = mailServer.received.filter(({ to }) => to[0] === organizer).map(({ mail }) => mail);
      return mails.map(({ subject, text = '' }) => [subject, text.match(/(?<=At )\S+Z/gu)?.toSorted() ?? []]);
    },
    /** The text of the newest digest. */
    readNewest: () => mailServer.received.findLast(({ to }) => to[0] === organizer)?.mail.text?.replaceAll(/\s+/gu, ' '),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await mailServer[Symbol.asyncDispose]();
    },
  };
}

const before = (at: string) => new Date(Date.parse(at) - 1).toISOString();
const hourAfter = (at: string) => new Date(Date.parse(at) + 3_600_000).toISOString();

it.each([
  ['in summer', 'Wednesday, July 2, 2025', '2025-07-02T05:00:00.000Z', '2025-07-03T05:00:00.000Z'],
  ['of 25 hours', 'Sunday, November 2, 2025', '2025-11-02T05:00:00.000Z', '2025-11-03T06:00:00.000Z'],
  ['of 23 hours', 'Sunday, March 8, 2026', '2026-03-08T06:00:00.000Z', '2026-03-09T05:00:00.000Z'],
])('the digest of a day %s lists the sign-ups from midnight to midnight in the retreat’s time zone', async (_, day, first, end) => {
  await using daily = await startDaily();
  for (const at of [before(first), first, before(end), end]) await daily.signUp(at);
  await daily.digests(before(hourAfter(end)));
  const all = await daily.digests(hourAfter(end));
  expect(all.map(([, at]) => at)).toEqual([[before(first)], [first, before(end)]]);
  expect(all[1]![0]).toBe(`Sign-ups and answers on ${day}`);
});

it('the sign-ups of a day are not read again once its digest was enqueued', async () => {
  await using daily = await startDaily();
  await daily.signUp('2025-07-02T12:00:00Z');
  const list = vi.spyOn(daily.app.store.submissions, 'list');
  const isRead = () => list.mock.calls.splice(0).some(([filter]) => filter?.since === '2025-07-02T05:00:00.000Z');
  const readIn = [];
  for (const at of ['2025-07-03T12:00:00Z', '2025-07-03T12:01:00Z']) {
    expect(await daily.digests(at)).toHaveLength(1);
    readIn.push(isRead());
  }
  expect(readIn).toEqual([true, false]);
});

it('attack: a digest finds earlier sign-ups of its founders by their addresses, so that a flood of sign-ups does not hold up the site', async () => {
  await using daily = await startDaily();
  await daily.signUp('2025-07-02T12:00:00Z');
  const plan = await readQueryPlan(daily.app.settings.databaseUrl, async () => {
    expect(await daily.digests('2025-07-03T12:00:00Z')).toHaveLength(1);
  });
  const steps = plan.filter((step) => /^(?:SCAN|SEARCH) earlier/u.test(step));
  expect(steps).not.toEqual([]);
  expect(steps.filter((step) => !step.includes('email_key=?'))).toEqual([]);
});

it('a digest names a workshop of the next seven days whose call has no address, until the address is stored', async () => {
  await using daily = await startDaily();
  const [{ slug, title }] = content.workshops as [(typeof content.workshops)[0]];
  const missing = `The workshop “${title}” is on July 11, 2025, and the address of its video call is missing; store it in the desk, under Pages.`;
  await daily.signUp('2025-07-03T12:00:00Z');
  await daily.digests('2025-07-04T06:00:00Z');
  expect(daily.readNewest()).not.toContain(missing);
  await daily.signUp('2025-07-05T12:00:00Z');
  await daily.digests('2025-07-06T06:00:00Z');
  expect(daily.readNewest()).toContain(missing);
  expect(daily.readNewest(), 'the list follows the sentence about it').toMatch(
    /These founders signed up on [^.]+\. Founder House Speaker/u,
  );
  await daily.app.store.workshops.setMeetingLink(slug, 'https://meet.example/1', new Date());
  await daily.signUp('2025-07-06T12:00:00Z');
  const all = await daily.digests('2025-07-07T06:00:00Z');
  expect(daily.readNewest()).not.toContain(missing);
  await daily.app.store.workshops.setMeetingLink(slug, undefined, new Date());
  expect(await daily.digests('2025-07-08T06:00:00Z'), 'a missing address alone causes no digest').toEqual(all);
});

it('a digest does not name a founder who is erased while it is enqueued', async () => {
  await using daily = await startDaily();
  const { store, register } = daily.app;
  const [erased, kept] = ['2025-07-02T12:00:00.000Z', '2025-07-02T13:00:00.000Z'];
  await daily.signUp(kept);
  const { email } = await register({ inf_field_FirstName: `At ${erased}` });
  const { enqueueOnce } = store.outbox;
  vi.spyOn(store.outbox, 'enqueueOnce').mockImplementationOnce(async (...digest) => {
    // The job has read the sign-ups by now.
    await eraseRows(store, email, new Date('2025-07-03T12:00:00Z'));
    return enqueueOnce(...digest);
  });
  expect((await daily.digests('2025-07-03T12:00:00Z')).map(([, at]) => at)).toEqual([[kept]]);
});
