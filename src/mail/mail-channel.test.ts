import { expect, it } from 'vitest';
import { enqueueDigests } from '../submissions/digest.ts';
import { eraseRows } from '../../test/support/erasing.ts';
import { answers, content, post, waitlist, workshop } from '../../test/support/forms.ts';
import { contentWith, hoursBefore, startApp } from '../../test/support/app.ts';
import { calendarIn, startMailServer, type ReceivedMail } from '../../test/support/mail-server.ts';
import { unlimited, withProof } from '../../test/support/proof.ts';
import { startSiteInProcess } from '../../test/support/http-app.ts';

const organizer = 'organizer@founderhouse.example';
const [{ title, slug, speaker }] = content.workshops as [(typeof content.workshops)[0]];
const linksIn = ({ mail }: ReceivedMail) => [...(mail.text ?? '').matchAll(/https?:\/\/\S+/gu)].map(([link]) => link);
const of = (mails: ReceivedMail[], to: string) => mails.find((mail) => mail.to[0] === to) as ReceivedMail;

it('a registration is confirmed to the founder and noted to the organizer, with links that work', async () => {
  await using mailServer = await startMailServer();
  await using site = await startSiteInProcess({ ...unlimited, SMTP_URL: mailServer.url, ORGANIZER_EMAIL: organizer });
  const typed = answers({ inf_custom_FounderHouseSpeakerSeriesSpeakerQuestions: 'How do you say no?\r\nAnd when?' });
  expect((await post(site, workshop.id, await withProof(site, typed))).status).toBe(303);
  const letters = await mailServer.waitForMails(2);

  const toFounder = of(letters, typed['inf_field_Email'] as string);
  expect(toFounder.to).toEqual([typed['inf_field_Email']]);
  expect(toFounder.mail.subject).toBe(`Your spot is reserved: ${title}`);
  expect(toFounder.mail.from).toEqual({ name: 'Founder House', address: content.site.contactEmail });
  for (const part of [toFounder.mail.text, toFounder.mail.html]) {
    expect(part).toContain('Hello Ottoline,');
    expect(part).toContain(speaker.name);
    expect(part?.replaceAll(/<\/?span[^>]*>/gu, '')).toContain('Friday, July 11th, 2025, 10am Central (UTC-05:00), 1 hour');
  }
  // The same file twice: as a part of the email, and as an attachment.
  expect(toFounder.mail.attachments.map(({ mimeType }) => mimeType)).toEqual(['text/calendar', 'application/ics']);
  expect(toFounder.mail.attachments[1]?.filename).toBe(`${slug}.ics`);
  expect(calendarIn(toFounder)).toMatch(/^BEGIN:VCALENDAR\r\n[^]*\r\nEND:VCALENDAR\r\n$/u);
  const links = linksIn(toFounder);
  expect(links.length).toBeGreaterThan(3);
  for (const link of links) expect([link, new URL(link).origin, (await fetch(link)).status]).toEqual([link, site.url, 200]);

  const note = of(letters, organizer);
  expect(note.mail.replyTo?.map(({ address }) => address)).toEqual([typed['inf_field_Email']]);
  expect(note.mail.text).toContain(`Email: ${typed['inf_field_Email']}`);
  expect(note.mail.text).toContain('Questions for the speaker: How do you say no?\n  And when?');
});

it('a submission without a proof gets one request to confirm the address for each form, and the email of the confirmed form afterwards', async () => {
  await using mailServer = await startMailServer();
  await using site = await startSiteInProcess({ ...unlimited, SMTP_URL: mailServer.url });
  const typed = answers();
  for (const formId of [workshop.id, waitlist.id, workshop.id]) expect((await post(site, formId, typed)).status).toBe(303);
  const requests = await mailServer.waitForMails(2);
  const asked = requests.find(({ mail }) => mail.text?.includes(`“${title}” with`)) as ReceivedMail;
  const confirm = linksIn(asked).find((link) => link.includes('/confirm/')) as string;
  expect(await (await fetch(confirm)).text()).toContain('Confirm my email address');
  expect((await fetch(confirm, { method: 'POST' })).status).toBe(200);
  const letters = await mailServer.waitForMails(3);
  expect(letters.map(({ mail }) => mail.subject).toSorted()).toEqual([
    'Please confirm your email address',
    'Please confirm your email address',
    `Your spot is reserved: ${title}`,
  ]);
});

it('a founder who joins the waitlist gets the waitlist mail', async () => {
  const clock = { now: new Date('2025-07-01T12:00:00Z') };
  await using mailServer = await startMailServer();
  await using app = await startApp(mailServer.url, { clock });
  const { email } = await app.register({}, 'waitlist');
  await app.tick();
  expect(mailServer.received.map(({ to, mail }) => [to, mail.subject])).toEqual([[[email], 'You’re on the waitlist']]);
  expect(linksIn(mailServer.received[0] as ReceivedMail).some((link) => link.includes('/status/'))).toBe(true);
});

it('the organizer gets one digest per day with `organizerNotes: daily`', async () => {
  const clock = { now: new Date('2025-07-01T12:00:00Z') };
  const daily = contentWith({}, { organizerNotes: 'daily' });
  await using mailServer = await startMailServer();
  await using app = await startApp(mailServer.url, { clock, content: daily, env: { ORGANIZER_EMAIL: organizer } });
  await app.register({ inf_field_FirstName: 'Maren' });
  await app.register({ inf_field_FirstName: 'Tove' });
  await app.tick();
  expect(mailServer.received.filter(({ to }) => to[0] === organizer)).toEqual([]);
  clock.now = new Date('2025-07-02T05:59:00Z');
  expect(await app.tick()).toBe(false);
  clock.now = new Date('2025-07-02T06:00:00Z');
  for (let time = 0; time < 3; time++) await app.tick();
  const digests = mailServer.received.filter(({ to }) => to[0] === organizer);
  expect(digests.map(({ mail }) => mail.subject)).toEqual(['Sign-ups and answers on Tuesday, July 1, 2025']);
  expect(digests[0]?.mail.text).toMatch(/Maren Vane, Vane & Daughters[^]*Tove Vane|Tove Vane[^]*Maren Vane/u);
  expect(digests[0]?.mail.text?.replaceAll(/\s+/gu, ' ')).toMatch(/ends in 9 days, .*; add the next one in the desk/u);
  clock.now = new Date('2025-07-03T06:00:00Z');
  expect(await app.tick()).toBe(false);
});

it('the digest of a day tells who only sent the form again, and who signed up and sent it again that day', async () => {
  const clock = { now: new Date('2025-07-01T12:00:00Z') };
  const daily = contentWith({}, { organizerNotes: 'daily' });
  await using mailServer = await startMailServer();
  await using app = await startApp(mailServer.url, { clock, content: daily, env: { ORGANIZER_EMAIL: organizer } });
  const digest = async (day: string) => {
    clock.now = new Date(`${day}T06:00:00Z`);
    await app.tick();
    return mailServer.received.findLast(({ to }) => to[0] === organizer)?.mail.text?.replaceAll(/\s+/gu, ' ');
  };
  const maren = await app.register({ inf_field_FirstName: 'Maren' });
  await app.register({ inf_field_FirstName: 'Maren', inf_field_Email: maren.email });
  expect(await digest('2025-07-02')).toContain('These founders signed up');
  expect(await digest('2025-07-02')).not.toContain('sent the form again');
  await app.register({ inf_field_FirstName: 'Maren', inf_field_Email: maren.email });
  const second = await digest('2025-07-03');
  expect(second).toMatch(/Maren Vane.*, sent the form again/u);
  expect(second).not.toContain('signed up');
});

it('the digest of a day lists a founder who sends the form again before the digest is sent as a sign-up, and the next as a correction', async () => {
  const clock = { now: new Date('2025-07-01T23:30:00Z') };
  const daily = contentWith({}, { organizerNotes: 'daily' });
  await using mailServer = await startMailServer();
  await using app = await startApp(mailServer.url, { clock, content: daily, env: { ORGANIZER_EMAIL: organizer } });
  const { email } = await app.register({ inf_field_FirstName: 'Maren' });
  for (const day of ['2025-07-02', '2025-07-03', '2025-07-04']) {
    clock.now = new Date(`${day}T01:30:00Z`);
    await app.register({ inf_field_FirstName: 'Maren', inf_field_Email: email });
    clock.now = new Date(`${day}T06:00:00Z`);
    await app.tick();
  }
  const digests = mailServer.received.filter(({ to }) => to[0] === organizer).map(({ mail }) => mail.text?.replaceAll(/\s+/gu, ' '));
  expect(digests.map((text) => text?.match(/Maren Vane|signed up|sent the form again/gu))).toEqual([
    ['signed up', 'Maren Vane'],
    ['Maren Vane', 'sent the form again'],
    ['Maren Vane', 'sent the form again'],
  ]);
});

it('the digest says of a sign-up that its workshop is cancelled', async () => {
  const clock = { now: new Date('2025-07-01T12:00:00Z') };
  const daily = contentWith({ cancelled: true }, { organizerNotes: 'daily' });
  await using mailServer = await startMailServer();
  await using app = await startApp(mailServer.url, { clock, content: daily, env: { ORGANIZER_EMAIL: organizer } });
  await app.register({ inf_field_FirstName: 'Maren' });
  clock.now = new Date('2025-07-02T06:00:00Z');
  await app.tick();
  const digest = mailServer.received.find(({ to }) => to[0] === organizer);
  expect(digest?.mail.text?.replaceAll(/\s+/gu, ' ')).toMatch(/\(cancelled\): Maren Vane/u);
});

it('a missed digest is sent when a worker runs again', async () => {
  const clock = { now: new Date('2025-07-01T12:00:00Z') };
  const daily = contentWith({}, { organizerNotes: 'daily' });
  await using mailServer = await startMailServer();
  await using app = await startApp(mailServer.url, { clock, content: daily, env: { ORGANIZER_EMAIL: organizer } });
  await app.register({ inf_field_FirstName: 'Maren' });
  clock.now = new Date('2025-07-03T12:00:00Z');
  await app.tick();
  const digests = mailServer.received.filter(({ to }) => to[0] === organizer);
  expect(digests.map(({ mail }) => mail.subject)).toEqual(['Sign-ups and answers on Tuesday, July 1, 2025']);
});

it('a digest without sign-ups is sent only if the last retreat or workshop ends 60, 14 or 0 days later, and says so', async () => {
  const clock = { now: new Date('2025-05-01T12:00:00Z') };
  const daily = contentWith({}, { organizerNotes: 'daily' });
  await using mailServer = await startMailServer();
  await using app = await startApp(mailServer.url, { clock, content: daily, env: { ORGANIZER_EMAIL: organizer } });
  const lastDay = Date.parse(`${daily.workshops.at(-1)!.on}T12:00:00Z`);
  for (const daysAhead of [61, 60, 59, 15, 14, 13, 1, 0]) {
    clock.now = new Date(lastDay - daysAhead * 86_400_000);
    await app.tick();
  }
  const digests = mailServer.received.filter(({ to }) => to[0] === organizer).map(({ mail }) => mail.text ?? '');
  expect(digests.map((text) => /ends (in \d+ days|today)/u.exec(text)?.[0])).toEqual(['ends in 60 days', 'ends in 14 days', 'ends today']);
  for (const text of digests) expect(text).toContain('Nobody signed up on ');
});

it('a founder who is erased before the digest is sent is left out of it', async () => {
  const clock = { now: new Date('2025-07-01T12:00:00Z') };
  const daily = contentWith({}, { organizerNotes: 'daily' });
  await using mailServer = await startMailServer();
  await using app = await startApp(mailServer.url, { clock, content: daily, env: { ORGANIZER_EMAIL: organizer } });
  const maren = await app.register({ inf_field_FirstName: 'Maren' });
  await app.register({ inf_field_FirstName: 'Tove' });
  clock.now = new Date('2025-07-02T06:00:00Z');
  await enqueueDigests(app.store, daily, app.settings, clock.now);
  await eraseRows(app.store, maren.email, clock.now);
  await app.tick();
  const digests = mailServer.received.filter(({ to }) => to[0] === organizer).map(({ mail }) => mail.text);
  expect(digests).toEqual([expect.stringContaining('Tove Vane')]);
  expect(digests[0]).not.toContain('Maren');
});

it('a founder who is erased while a digest is parked is left out of it, and the others are in it when it is retried', async () => {
  const clock = { now: new Date('2025-07-01T12:00:00Z') };
  const daily = contentWith({}, { organizerNotes: 'daily' });
  await using mailServer = await startMailServer();
  await using app = await startApp(mailServer.url, { clock, content: daily, env: { ORGANIZER_EMAIL: organizer } });
  const { outbox } = app.store;
  const maren = await app.register({ inf_field_FirstName: 'Maren' });
  await app.register({ inf_field_FirstName: 'Tove' });
  await app.tick();
  clock.now = new Date('2025-07-02T06:00:00Z');
  await enqueueDigests(app.store, daily, app.settings, clock.now);
  const leased = await outbox.lease({ channel: 'mail', limit: 9, now: clock.now, leaseMs: 1, spacingMs: 0 });
  const digest = leased.find(({ kind }) => kind === 'organizer-digest')!;
  await outbox.recordOutcomes([{ id: digest.id, outcome: 'parked', error: 'gave up after a day' }], clock.now);
  await eraseRows(app.store, maren.email, clock.now);
  expect(await outbox.retry([digest.id], clock.now)).toBe(1);
  await app.tick();
  const digests = mailServer.received.filter(({ to }) => to[0] === organizer).map(({ mail }) => mail.text);
  expect(digests).toEqual([expect.stringContaining('Tove Vane')]);
  expect(digests[0]).not.toContain('Maren');
});

it('the notice of a closed channel tells the organizer what to fix', async () => {
  const clock = { now: new Date('2025-07-01T12:00:00Z') };
  await using mailServer = await startMailServer();
  await using app = await startApp(mailServer.url, { clock, env: { ORGANIZER_EMAIL: organizer } });
  await app.store.outbox.enqueueOnce(
    'refused',
    { channel: 'mail', kind: 'provider-refused', payload: { reason: 'Set KEAP_API_TOKEN again' } },
    clock.now,
  );
  await app.tick();
  expect(mailServer.received.map(({ to, mail }) => [to, mail.subject])).toEqual([[[organizer], 'Forwarding has stopped']]);
  expect(mailServer.received[0]?.mail.text).toContain('Set KEAP_API_TOKEN again');
});

it('no email contains data of another founder', async () => {
  const clock = { now: hoursBefore(30) };
  await using mailServer = await startMailServer();
  await using app = await startApp(mailServer.url, { clock });
  const people = ['Maren', 'Tove', 'Ingrid'].map((name) => ({
    name,
    brand: `${name}’s Bakery`,
    phone: `+1 512 ${name.length}${name.charCodeAt(0)}`,
  }));
  const emails = [];
  for (const { name, brand, phone } of people) {
    const typed = { inf_field_FirstName: name, inf_field_Company: brand, inf_field_Phone1: phone };
    emails.push((await app.register(typed)).email, (await app.register(typed, 'waitlist')).email);
  }
  await app.tick();
  clock.now = hoursBefore(24);
  await app.tick();
  expect(mailServer.received.length).toBe(9);
  for (const { to, raw, mail } of mailServer.received) {
    const said = [raw, mail.text, mail.html, mail.subject].join('\n');
    const own = people.filter(({ name }) => said.includes(name));
    expect(own.length).toBe(1);
    expect(emails.filter((email) => said.includes(email))).toEqual(to);
    expect(people.filter(({ brand, phone }) => said.includes(brand) || said.includes(phone))).toEqual([]);
  }
});
