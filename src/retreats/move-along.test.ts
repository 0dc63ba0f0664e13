import { expect, it, vi } from 'vitest';
import { eraseRows } from '../../test/support/erasing.ts';
import { answers, content, waitlist } from '../../test/support/forms.ts';
import { startIntake } from '../../test/support/intake.ts';
import { dayMs } from '../durations.ts';
import { paths } from '../paths.ts';
import { signedId, tokenFor } from '../link-tokens.ts';

const spring = content.retreats[0]!;
const fall = {
  ...spring,
  slug: 'fall-2090',
  facts: {
    ...spring.facts,
    season: 'Fall 2090',
    earliest: '2090-09-01',
    latest: '2090-11-30',
    waitlist: { ...spring.facts.waitlist, formId: 'f'.repeat(32) },
  },
};

/** Puts a founder on the waitlist, and asks whether to move along to the next retreat. Returns the founder's entry. */
async function joinAndBeAsked({ postWithProof, services: { store } }: Awaited<ReturnType<typeof startIntake>>, at: Date) {
  await postWithProof(waitlist.id, answers());
  await store.waitlist.askToMoveAlong(spring.slug, fall.slug, at);
  const [entry] = await store.waitlist.list();
  return entry!;
}

it('the email that asks a founder to move along is true of one who was invited and answered “not this time”', async () => {
  const clock = { now: new Date() };
  await using site = await startIntake(clock, {}, { ...content, retreats: [spring, fall] });
  const { store, secret, invitationSettings } = site.services;
  await site.postWithProof(waitlist.id, answers());
  const [entry] = await store.waitlist.list();
  const invitation = { note: '', latestEnd: new Date(clock.now.getTime() + dayMs), overCapacity: false, by: 'organizer' as const };
  const { id } = await store.waitlist.invite(entry!.id, invitation, invitationSettings, clock.now);
  await site.send(paths.invitation(tokenFor(secret, 'invitation', id)), { answer: 'later' });
  await store.waitlist.askToMoveAlong(spring.slug, fall.slug, clock.now);
  const asked = (await site.mails()).find(({ mail }) => mail.subject?.includes('Fall 2090'));
  expect(asked?.mail.text).toContain('You put your name on the waitlist for Spring 2026');
  expect(asked?.mail.text).toContain('We’ll only ask you once about Fall 2090.');
  expect(asked?.mail.text).not.toMatch(/sorry|a seat for you/u);
});

it('the email that asks a founder to move along is kept for a retry while the content of the site has no such retreat', async () => {
  const clock = { now: new Date() };
  await using site = await startIntake(clock, {}, { ...content, retreats: [spring] });
  const { store } = site.services;
  await joinAndBeAsked(site, clock.now);
  await site.mails();
  const asked = (await Array.fromAsync(store.outbox.list({ channel: 'mail' }))).filter(({ kind }) => kind === 'invite-back');
  expect(asked).toMatchObject([{ state: 'parked', lastError: expect.stringContaining('restart the site, and retry') as string }]);
});

it('a founder who leaves before the email that asks to move along is sent does not get that mail', async () => {
  const clock = { now: new Date() };
  await using site = await startIntake(clock, {}, { ...content, retreats: [spring, fall] });
  const { store, invitationSettings } = site.services;
  const entry = await joinAndBeAsked(site, clock.now);
  await store.waitlist.leave(entry.id, invitationSettings, clock.now);
  expect((await site.mails()).map(({ mail }) => mail.subject)).toEqual(['You’re off the list']);
});

it('a founder who is erased while the button to move along is pressed is put on no waitlist', async () => {
  const clock = { now: new Date() };
  await using site = await startIntake(clock, {}, { ...content, retreats: [spring, fall] });
  const { store, secret } = site.services;
  const entry = await joinAndBeAsked(site, clock.now);
  const { record } = store.submissions;
  vi.spyOn(store.submissions, 'record').mockImplementationOnce(async (moved) => {
    // The page has read the entry by now.
    await eraseRows(store, entry.submission.person.email, clock.now);
    return record(moved);
  });
  await site.send(paths.status(signedId(secret, 'status', entry.submission.id)), { action: 'move' });
  expect(store.submissions.record).toHaveBeenCalledOnce();
  expect(await store.waitlist.list()).toEqual([]);
});

it('a founder who presses the button to move along twice at once joins once, and gets one email', async () => {
  await using site = await startIntake({ now: new Date() }, {}, { ...content, retreats: [spring, fall] });
  const { store, secret } = site.services;
  const entry = await joinAndBeAsked(site, new Date());
  await site.mails();
  const press = () => site.send(paths.status(signedId(secret, 'status', entry.submission.id)), { action: 'move' });
  const { record } = store.submissions;
  vi.spyOn(store.submissions, 'record').mockImplementationOnce(async (moved) => {
    // The page has read by now that the founder is not on the later waitlist.
    await press();
    return record(moved);
  });
  expect((await press()).body).toContain('Your name is on the list for Fall 2090.');
  expect(store.submissions.record).toHaveBeenCalledTimes(2);
  const moved = await Array.fromAsync(store.submissions.list({ form: fall.facts.waitlist.formId, superseded: true }));
  expect(moved).toHaveLength(1);
  expect((await Array.fromAsync(store.outbox.list({ channel: 'mail', submissionId: moved[0]!.id }))).map(({ kind }) => kind)).toEqual([
    'waitlist',
  ]);
});
