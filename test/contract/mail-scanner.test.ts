import { expect, it } from 'vitest';
import { mailKinds } from '../../scripts/email-samples.ts';
import { endOfWorkshop, startOfWorkshop } from '../../src/content/workshop-schedule.ts';
import { paths } from '../../src/paths.ts';
import { tokenFor } from '../../src/link-tokens.ts';
import { enqueue } from '../../src/outbox/enqueue.ts';
import type { MailKind } from '../../src/outbox/kinds.ts';
import { createInvitationSettings } from '../../src/retreats/invitation-service.ts';
import { openSqliteEngine } from '../../src/database/sqlite/open.ts';
import { hoursBefore } from '../support/app.ts';
import { queryDatabase } from '../support/databases.ts';
import { answers, workshop } from '../support/forms.ts';
import { lettersContent, linksIn, news, startLetters } from '../support/letters.ts';
import { cheapProofs } from '../support/proof.ts';
import { retreatSlug } from '../support/recording.ts';

const { SECRET } = cheapProofs;

/** Starts the site, brings founders into every state that an email is about, and delivers one email of each kind. */
async function startWithEveryMail() {
  const content = structuredClone(lettersContent);
  const [talk] = content.workshops as [(typeof content.workshops)[number]];
  const site = await startLetters('sqlite', { content });
  const { store, clock } = site;
  const { engine, close } = await openSqliteEngine(site.databaseUrl.slice('file:'.length));
  const deliver = async (submissionId: string | null, kinds: MailKind[], payload: Record<string, unknown> = {}) => {
    const mails = kinds.map((kind) => ({ channel: 'mail' as const, kind, payload }));
    await engine.transact((db) => enqueue(db, mails, { submissionId, now: clock.now }));
    await site.mails();
  };
  await site.post(workshop.id, answers({ inf_field_Email: 'held@example.com' }));

  const registration = await site.register('ada');
  const letter = await store.letters.write(
    { ...news, audience: { of: 'workshop', workshop: talk.slug, attendance: 'came' } },
    'organizer',
    clock.now,
  );
  await deliver(registration, ['registration', 'reminder', 'workshop-changed', 'organizer-note', 'letter'], {
    startsAt: startOfWorkshop(talk).toISOString(),
    letter,
  });
  talk.cancelled = true;
  await deliver(registration, ['workshop-cancelled']);
  talk.cancelled = false;

  const joined = await site.register('bea', 'waitlist');
  const [entry] = await store.waitlist.list();
  const invitationSettings = createInvitationSettings(content, SECRET, {});
  const expiresAt = hoursBefore(-100);
  const { id: invitation } = await store.waitlist.invite(
    entry!.id,
    { note: '', latestEnd: expiresAt, overCapacity: false, by: 'organizer' },
    invitationSettings,
    clock.now,
  );
  const aboutInvitation: MailKind[] = ['seat-freed', 'invitation-reminder'];
  const aboutEntry: MailKind[] = ['waitlist', 'status-link', 'invite-back', 'seat-withdrawn'];
  const payload = { invitation, expiresAt: expiresAt.toISOString(), to: retreatSlug };
  await deliver(joined, [...aboutInvitation, ...aboutEntry], payload);
  const link = paths.invitation(tokenFor(SECRET, 'invitation', invitation));
  // Each email about an answer is sent before the next answer, since it is not sent after it.
  await site.send(link, { answer: 'decline' });
  await deliver(joined, ['left', 'invitation-cancelled']);
  await site.mails();
  await site.send(link, { answer: 'later' });
  await site.mails();
  await engine.transact((db) => db.updateTable('entries').set({ head_since: clock.now.toISOString() }).execute());
  await deliver(joined, ['head-of-waitlist'], payload);
  await site.send(link, { answer: 'accept' });
  await deliver(joined, ['house-reminder', 'organizer-answer']);
  await deliver(null, ['letter-test', 'organizer-digest', 'provider-refused'], {
    letter,
    date: '2025-07-01',
    founders: [],
    reason: 'no token',
  });
  await close();
  clock.now = endOfWorkshop(talk);
  return Object.assign(site, { received: await site.mails() });
}

/** Returns every row of every table. */
async function everyRow(databaseUrl: string): Promise<Record<string, unknown>> {
  const tables = await queryDatabase(databaseUrl, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%search%'");
  return Object.fromEntries(
    await Promise.all(tables.map(async ({ name }) => [name, await queryDatabase(databaseUrl, `SELECT * FROM "${String(name)}"`)])),
  ) as Record<string, unknown>;
}

it('a scanner that opens every link of every kind of email changes nothing', async () => {
  await using site = await startWithEveryMail();
  const delivered = await Array.fromAsync(site.store.outbox.list());
  const sent = delivered.filter(({ channel, state, lastError }) => channel === 'mail' && state === 'delivered' && lastError === null);
  expect(new Set(sent.map(({ kind }) => kind))).toEqual(new Set(mailKinds));

  // The email about the top of the waitlist leads to the founder's own page, as the one about joining does.
  const statusLinkIn = (subject: string) =>
    linksIn(site.received.find(({ mail }) => mail.subject === subject)?.mail.text).find((link) => link.includes('/status/'));
  expect(statusLinkIn('You’re at the top of the waitlist')).toBe(statusLinkIn('You’re on the waitlist'));
  expect(statusLinkIn('You’re on the waitlist')).toBeDefined();

  const before = await everyRow(site.databaseUrl);
  const links = [
    ...new Set(site.received.flatMap(({ mail }) => [...linksIn(mail.text), ...linksIn(mail.html?.replaceAll(/["<]/gu, ' '))])),
  ];
  const open = async (method: 'GET' | 'HEAD') => {
    const responses = await Promise.all(links.map(async (url) => ({ url, status: (await site.app.inject({ method, url })).statusCode })));
    return responses.filter(({ status }) => status >= 400);
  };
  expect([await open('HEAD'), await open('GET')]).toEqual([[], []]);
  expect(await everyRow(site.databaseUrl)).toEqual(before);
});
