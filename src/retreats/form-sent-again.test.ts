import { describe, expect, it } from 'vitest';
import { answers, waitlist } from '../../test/support/forms.ts';
import { startIntake } from '../../test/support/intake.ts';

const email = 'ottoline@example.com';
const own = answers({ inf_field_Email: email, inf_field_Company: 'Vane & Daughters' });
const forged = answers({ inf_field_Email: email, inf_field_Company: 'Forged Ltd' });
const minuteMs = 60_000;

/** Starts the site with a founder on its waitlist, who got the email about it. */
async function startWithFounder() {
  const clock = { now: new Date() };
  const site = await startIntake(clock);
  await site.postWithProof(waitlist.id, own);
  /** Lets an email that waits leave, and returns the newest email to the founder. */
  const newestMail = async () => {
    clock.now = new Date(clock.now.getTime() + 3 * minuteMs);
    const { mail } = (await site.mails()).findLast(({ to }) => to[0] === email)!;
    return { subject: mail.subject, text: mail.text ?? '', status: /\/status\/[\w.-]+/u.exec(mail.text ?? '')?.[0] ?? '' };
  };
  const states = async () => (await site.services.store.waitlist.list()).map(({ state, submission }) => [state, submission.person.brand]);
  const show = async (path: string) => (await site.app.inject({ url: path })).body;
  return { ...site, clock, newestMail, states, show };
}

describe('attack: sending the waitlist form with the address of a founder', () => {
  it('who has left, again and again: an email says that the founder is on the list again, and its link leads off it', async () => {
    await using site = await startWithFounder();
    for (let sent = 0; sent < 2; sent += 1) {
      const { status } = await site.newestMail();
      await site.send(status, { action: 'leave' });
      expect((await site.newestMail()).subject).toBe('You’re off the list');
      for (let posts = 0; posts < 3; posts += 1) await site.postWithProof(waitlist.id, forged);
      const { subject, text } = await site.newestMail();
      expect([subject, await site.states()]).toEqual(['You’re on the waitlist again', [['waiting', 'Forged Ltd']]]);
      expect(text.replaceAll(/\s+/gu, ' ')).toContain('If this wasn’t you, leave the list on your own page, which the link above opens.');
    }
    await site.send((await site.newestMail()).status, { action: 'leave' });
    expect(await site.states()).toEqual([['withdrawn', 'Forged Ltd']]);
  });

  it('who had declined an invitation: the status page offers that invitation only until its deadline', async () => {
    await using site = await startWithFounder();
    const { status } = await site.newestMail();
    const { store, invitationSettings } = site.services;
    const { id } = (await store.waitlist.list())[0]!;
    const terms = {
      note: '',
      latestEnd: new Date(site.clock.now.getTime() + 60 * minuteMs),
      overCapacity: false,
      by: 'organizer' as const,
    };
    const { id: invitation } = await store.waitlist.invite(id, terms, invitationSettings, site.clock.now);
    await store.waitlist.answer(invitationSettings.hashFor(invitation), 'decline', invitationSettings, site.clock.now);
    await site.postWithProof(waitlist.id, own);
    expect(await site.states()).toEqual([['waiting', 'Vane & Daughters']]);
    expect(await site.show(status)).toContain('/invitation/');
    site.clock.now = terms.latestEnd;
    expect(await site.show(status)).not.toContain('/invitation/');
  });

  it.each(['waiting', 'accepted'])('who is %s: an email says that the answers changed, and its link changes them back', async (state) => {
    await using site = await startWithFounder();
    const { store, invitationSettings } = site.services;
    const { id } = (await store.waitlist.list())[0]!;
    if (state === 'accepted') {
      const now = new Date();
      const terms = { note: '', latestEnd: new Date(now.getTime() + 60 * minuteMs), overCapacity: false, by: 'organizer' as const };
      const { id: invitation } = await store.waitlist.invite(id, terms, invitationSettings, now);
      await store.waitlist.answer(invitationSettings.hashFor(invitation), 'accept', invitationSettings, now);
    }
    await site.newestMail();
    await site.postWithProof(waitlist.id, forged);
    const { subject, text, status } = await site.newestMail();
    expect([subject, await site.states()]).toEqual(['Your answers were updated', [[state, 'Forged Ltd']]]);
    expect(text.replaceAll(/\s+/gu, ' ')).toContain('If this wasn’t you, please correct your answers on your own page');
    const { inf_field_Email: _, ...corrected } = own;
    await site.send(status, { ...corrected, action: 'details' });
    expect(await site.states()).toEqual([[state, 'Vane & Daughters']]);
  });
});

describe('a link that confirms an address', () => {
  it.each(['that was not pressed yet, to answers older than those on the list', 'that was pressed before'])(
    '%s: once the founder has left, the page says so, and the founder stays off the list',
    async (which) => {
      const clock = { now: new Date(Date.now() - minuteMs) };
      await using site = await startIntake(clock);
      await site.post(waitlist.id, own);
      clock.now = new Date();
      const text = (await site.mails()).map(({ mail }) => mail.text).join();
      const [link = ''] = /\/confirm\/[\w-]+/u.exec(text) ?? [];
      if (which === 'that was pressed before') await site.send(link);
      else await site.postWithProof(waitlist.id, { ...own, inf_field_Company: 'Newer' }, new Date(clock.now.getTime() - minuteMs));
      const { store, invitationSettings } = site.services;
      const [entry] = await store.waitlist.list();
      await store.waitlist.leave(entry!.id, invitationSettings, clock.now);
      const { body } = await site.send(link);
      expect(body).toContain('You’re not on the waitlist');
      expect(body).not.toContain('You’re on the waitlist');
      expect((await site.app.inject(link)).body).toContain('You’re not on the waitlist');
      expect(await store.waitlist.list()).toMatchObject([{ state: 'withdrawn' }]);
    },
  );
});
