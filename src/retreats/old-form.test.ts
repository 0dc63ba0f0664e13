import { describe, expect, it } from 'vitest';
import type { RetreatContent } from '../content/schemas/retreat.ts';
import { answers, content, waitlist } from '../../test/support/forms.ts';
import { startIntake } from '../../test/support/intake.ts';
import { linkIn, organizerEmail } from '../../test/support/letters.ts';
import { paths } from '../paths.ts';
import { signedId } from '../link-tokens.ts';

const fallForm = 'f'.repeat(32);
const first = content.retreats[0]!;
type Facts = RetreatContent['facts'];
const retreat = (slug: string, formId: string, facts: Pick<Facts, 'season' | 'earliest' | 'latest' | 'afterwards'>): RetreatContent => ({
  ...first,
  slug,
  facts: { ...first.facts, ...facts, waitlist: { ...first.facts.waitlist, formId } },
});
const spring = (afterwards: Facts['afterwards']) =>
  retreat('spring-2026', waitlist.id, { season: 'Spring 2097', earliest: '2097-04-01', latest: '2097-04-30', afterwards });
const fall = retreat('fall-2097', fallForm, { season: 'Fall 2097', earliest: '2097-10-01', latest: '2097-10-31', afterwards: 'turn' });
const ada = { inf_field_FirstName: 'Ada', inf_field_Email: 'ada@example.com' };
const notSet = /dates (?:are not|aren’t) set/u;

/** The days are far ahead, since a proof is checked with the clock of this machine too. */
async function start(retreats: RetreatContent[], now: string) {
  const clock = { now: new Date(now) };
  const site = await startIntake(clock, { ORGANIZER_EMAIL: organizerEmail }, { ...content, retreats });
  const { store, secret, invitationSettings } = site.services;
  return {
    ...site,
    clock,
    secret,
    get: (url: string) => site.app.inject({ url }),
    entries: async () => (await store.waitlist.list()).map((entry) => ({ retreat: entry.retreat, state: entry.state })),
    close: () => store.waitlist.closeRetreat('spring-2026', 'organizer', invitationSettings, clock.now),
    lastMail: async () => (await site.mails()).findLast(({ to }) => to[0] !== organizerEmail)?.mail.text ?? '',
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

describe('the form of a retreat that has ended, while another one is announced', () => {
  it('is that of the retreat ahead, and form, thank-you page and email name it', async () => {
    await using site = await start([spring('turn'), fall], '2097-05-10T15:00:00Z');
    const token = signedId(site.secret, 'prefill', crypto.randomUUID());
    for (const [old, now] of [
      [`${paths.form(waitlist.id)}?utm_campaign=fall`, `${paths.form(fallForm)}?utm_campaign=fall`],
      [paths.prefilledForm(waitlist.id, token), paths.prefilledForm(fallForm, token)],
      [paths.received(waitlist.id), paths.received(fallForm)],
    ] as const) {
      const { statusCode, headers } = await site.get(old);
      expect([statusCode, headers.location]).toEqual([307, now]);
    }
    expect(await site.postWithProof(waitlist.id, answers(ada))).toBe(paths.received(fallForm));
    expect(await site.entries()).toEqual([{ retreat: 'fall-2097', state: 'waiting' }]);
    expect(await site.lastMail()).toContain('the waitlist for the Founder House Retreat, Fall 2097');
  });

  it('is shown again as that of the retreat ahead if an answer is missing', async () => {
    await using site = await start([spring('turn'), fall], '2097-05-10T15:00:00Z');
    const { statusCode, body } = await site.send(paths.process(waitlist.id), answers({ ...ada, inf_field_LastName: '' }));
    expect([statusCode, body]).toEqual([422, expect.stringContaining('The waitlist for Fall 2097')]);
    expect(body).toContain(`action="${paths.process(fallForm)}"`);
    expect(body).not.toMatch(notSet);
  });

  it('asks a founder without a proof of work to confirm the waitlist of the retreat ahead', async () => {
    await using site = await start([spring('turn'), fall], '2097-05-10T15:00:00Z');
    expect(await site.post(waitlist.id, answers(ada))).toBe(paths.checkInbox(fallForm));
    expect(await site.lastMail()).toContain('the waitlist for the Fall 2097 retreat');
  });
});

describe('the form of a retreat that was closed, with `afterwards: keep`', () => {
  it('takes sign-ups for the next retreat, and form, thank-you page and email say so', async () => {
    await using site = await start([spring('keep')], '2097-05-10T15:00:00Z');
    await site.close();
    expect((await site.get(paths.form(waitlist.id))).body).toMatch(notSet);
    expect(await site.postWithProof(waitlist.id, answers(ada))).toBe(paths.received(waitlist.id));
    expect((await site.get(paths.received(waitlist.id))).body).toContain('the next Founder House Retreat');
    expect(await site.entries()).toEqual([{ retreat: 'next', state: 'waiting' }]);
    expect(await site.lastMail()).toMatch(notSet);
    const toOrganizer = (await site.mails()).find(({ to }) => to[0] === organizerEmail);
    expect(toOrganizer?.mail.subject).toBe(`New sign-up: ${first.facts.waitlist.formName} (for the next retreat)`);
  });

  it('is that of the retreat ahead, if one is announced', async () => {
    await using site = await start([spring('keep'), fall], '2097-05-10T15:00:00Z');
    await site.close();
    expect((await site.get(paths.form(waitlist.id))).headers.location).toBe(paths.form(fallForm));
    expect(await site.postWithProof(waitlist.id, answers(ada))).toBe(paths.received(fallForm));
    expect(await site.entries()).toEqual([{ retreat: 'fall-2097', state: 'waiting' }]);
    expect(await site.lastMail()).toContain('the waitlist for the Founder House Retreat, Fall 2097');
  });

  it('joins the retreat ahead if it was sent before and confirmed after, and the page says so', async () => {
    await using site = await start([spring('keep'), fall], '2097-05-10T15:00:00Z');
    expect(await site.post(waitlist.id, answers(ada))).toBe(paths.checkInbox(waitlist.id));
    const link = linkIn((await site.mails())[0], '/confirm/');
    await site.close();
    site.clock.now = new Date('2097-05-11T15:00:00Z');
    expect((await site.send(link)).body).not.toMatch(/the next Founder House Retreat/u);
    expect(await site.entries()).toEqual([{ retreat: 'fall-2097', state: 'waiting' }]);
  });
});
