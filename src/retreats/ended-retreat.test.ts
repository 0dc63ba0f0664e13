import { describe, expect, it } from 'vitest';
import { content } from '../../test/support/forms.ts';
import { startHttpApp } from '../../test/support/http-app.ts';
import { recording } from '../../test/support/recording.ts';
import { nextRetreatSlug } from '../content/retreat-schedule.ts';
import { signedId, tokenFor } from '../link-tokens.ts';
import { paths } from '../paths.ts';

const retreat = content.retreats[0]!;

describe('the pages of a founder whose retreat has ended', () => {
  it('say so, thank the founder, and offer nothing that lies ahead', async () => {
    const clock = { now: new Date('2026-11-10T15:00:00Z') };
    const nextSteps = {
      ...retreat.nextSteps,
      checkIn: { ...retreat.nextSteps.checkIn, on: '2026-11-27' },
      checkOut: { ...retreat.nextSteps.checkOut, on: '2026-11-30' },
    };
    const ending = {
      ...retreat,
      nextSteps,
      facts: { ...retreat.facts, earliest: '2026-11-01', latest: '2026-11-30', afterwards: 'turn' as const },
    };
    await using site = await startHttpApp(clock, {}, { ...content, retreats: [ending] });
    const { store, secret, invitationSettings } = site.services;
    const join = async (email: string) => {
      const { id } = await store.submissions.record(recording({ inf_field_Email: email }, { form: 'waitlist', receivedAt: clock.now }));
      const entry = await store.waitlist.findBySubmission(id);
      return { entry: entry!.id, url: paths.status(signedId(secret, 'status', id)) };
    };
    const [ada, bea] = [await join('ada@example.com'), await join('bea@example.com')];
    const { id } = await store.waitlist.invite(
      ada.entry,
      { note: '', latestEnd: new Date('2026-11-20'), overCapacity: false, by: 'organizer' },
      invitationSettings,
      clock.now,
    );
    const invitation = paths.invitation(tokenFor(secret, 'invitation', id));
    const send = (url: string, payload: string) =>
      site.app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    await send(invitation, 'answer=accept');
    clock.now = new Date('2026-12-02T15:00:00Z');
    const page = async (url: string) => (await site.app.inject({ url })).body;
    for (const url of [ada.url, bea.url, invitation]) expect(await page(url)).toContain('The Spring 2026 retreat is over');
    for (const url of [ada.url, invitation]) expect(await page(url)).toContain('Thank you for being part of it');
    expect((await send(invitation, 'answer=decline')).body).not.toMatch(/there is a seat for you|Error:|still the one below/u);
    for (const url of [ada.url, bea.url, invitation])
      expect(await page(url)).not.toMatch(
        /you have a seat|on the waitlist|We’ll write|calendar|value="(?:leave|notice|details|house|decline)"/iu,
      );
    expect(await page(ada.url)).toContain('Keep me among the alumnae');
    const offersWaitlist = async () => (await page(bea.url)).includes('#waitlist-form');
    expect(await offersWaitlist()).toBe(true);
    const toNext = { form: 'waitlist', receivedAt: clock.now, retreat: nextRetreatSlug } as const;
    await store.submissions.record(recording({ inf_field_Email: 'bea@example.com' }, toNext));
    expect(await offersWaitlist(), 'to a founder who is on the next waitlist').toBe(false);
    await send(ada.url, 'action=leave');
    await send(bea.url, 'action=leave');
    expect((await store.waitlist.list({ retreat: retreat.slug })).map(({ state }) => state).toSorted()).toEqual(['accepted', 'waiting']);
  });

  it('say so once it was closed, also to one who opens the link of the email about an invitation', async () => {
    const clock = { now: new Date('2026-11-10T15:00:00Z') };
    await using site = await startHttpApp(clock, {}, content);
    const { store, secret, invitationSettings } = site.services;
    const invitation = { note: '', latestEnd: new Date('2026-11-20'), overCapacity: false, by: 'organizer' as const };
    const invite = async (email: string, answer?: 'accept' | 'decline') => {
      const { id } = await store.submissions.record(recording({ inf_field_Email: email }, { form: 'waitlist', receivedAt: clock.now }));
      const entry = await store.waitlist.findBySubmission(id);
      const invited = await store.waitlist.invite(entry!.id, invitation, invitationSettings, clock.now);
      if (answer) await store.waitlist.answer(invitationSettings.hashFor(invited.id), answer, invitationSettings, clock.now);
      return { entry: entry!.id, url: paths.invitation(tokenFor(secret, 'invitation', invited.id)) };
    };
    const [ada, bea, cleo] = [
      await invite('ada@example.com', 'accept'),
      await invite('bea@example.com', 'decline'),
      await invite('cleo@example.com'),
    ];
    await store.waitlist.revoke(cleo.entry, { by: 'organizer' }, invitationSettings, clock.now);
    clock.now = new Date('2026-12-02T15:00:00Z');
    await store.waitlist.closeRetreat(retreat.slug, 'organizer', invitationSettings, clock.now);
    const open = async ({ url }: { url: string }) => {
      const { statusCode, body } = await site.app.inject({ url });
      return [statusCode, body];
    };
    expect(await open(ada)).toEqual([410, expect.stringMatching(/The Spring 2026 retreat is over[\s\S]*Thank you for being part of it/u)]);
    expect(await open(bea)).toEqual([
      410,
      expect.stringMatching(/The Spring 2026 retreat is over[\s\S]*Thank you for wanting to be part/u),
    ]);
    expect(await open(cleo)).toEqual([410, expect.stringContaining('It has expired or was withdrawn')]);
  });
});
