import { expect, it } from 'vitest';
import { contentWith, hoursBefore, startApp } from '../../test/support/app.ts';
import { startLetters, news } from '../../test/support/letters.ts';
import { startMailServer } from '../../test/support/mail-server.ts';

const [link, name] = ['https://evil.example/win', 'Ottoline'];

it.each([
  [name, 'Ottoline, there’s a seat for you'],
  [link, 'There’s a seat for you'],
])('the subject of an invitation to a founder who typed the first name %s is a sentence', async (firstName, subject) => {
  const clock = { now: hoursBefore(1000) };
  await using mailServer = await startMailServer();
  await using app = await startApp(mailServer.url, { clock });
  const { id } = await app.register({ inf_field_FirstName: firstName }, 'waitlist');
  const invitation = { note: '', latestEnd: new Date(clock.now.getTime() + 86_400_000), overCapacity: false, by: 'organizer' as const };
  await app.store.waitlist.invite(id, invitation, app.invitationSettings, clock.now);
  await app.tick();
  expect(mailServer.received.map(({ mail }) => mail.subject)).toContain(subject);
});

it('words of an email that begin with the name begin without it, or with a capital, if it does not look like a name', async () => {
  const words = {
    subject: '{firstName}, {season}',
    preview: '{firstName} is on the waitlist',
    heading: '{firstName}: thank you',
    text: ['{firstName},', '{firstName}, you’re on the waitlist.', 'Hello {firstName}, welcome.'],
  };
  const content = contentWith({});
  content.emails = { ...content.emails, waitlist: { ...content.emails.waitlist, ...words } };
  await using mailServer = await startMailServer();
  await using app = await startApp(mailServer.url, { clock: { now: hoursBefore(1000) }, content });
  await app.register({ inf_field_FirstName: link }, 'waitlist');
  await app.tick();
  const { subject, text, html } = mailServer.received[0]!.mail;
  expect(subject).toBe(content.retreats[0]!.facts.season);
  expect(html).toContain('Founder is on the waitlist');
  expect(text).toMatch(/^Founder: thank you\s+Founder,\s+You’re on the waitlist\.\s+Hello founder, welcome\.\s/u);
});

it('words of a letter that begin with the name begin without it, or with a capital, if it does not look like a name', async () => {
  await using site = await startLetters();
  await site.register('ada', 'waitlist', { inf_field_FirstName: link });
  const text = ['{firstName}, there is news.'];
  await site.send60(await site.letters.write({ ...news, subject: '{firstName}, come', text }, 'organizer', site.clock.now));
  const [letter] = await site.mailsTo('ada');
  expect(letter?.mail.subject).toBe('Come');
  expect(letter?.mail.text).toMatch(/^Come\s+There is news\.\s/u);
});

it('a name that is written from right to left does not reorder the words of the email, and the subject has no direction marks', async () => {
  await using mailServer = await startMailServer();
  await using app = await startApp(`smtp://127.0.0.1:${mailServer.port}`, { clock: { now: hoursBefore(1000) } });
  await app.register({ inf_field_FirstName: 'نور' }, 'waitlist');
  await app.deliveryWorkers.drain();
  const [mail] = mailServer.received.map((received) => received.mail);
  expect(mail?.text).toContain('\u2068نور\u2069');
  expect(mail?.html).toContain('\u2068نور\u2069');
  expect(mail?.subject).not.toMatch(/[\u2066-\u2069]/u);
});
