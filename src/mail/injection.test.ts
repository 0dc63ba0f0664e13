import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answers, content as shipped, post, waitlist, workshop } from '../../test/support/forms.ts';
import { contentWith, hoursBefore, startApp } from '../../test/support/app.ts';
import { calendarIn, startMailServer } from '../../test/support/mail-server.ts';
import type { ReceivedMail, MailServer } from '../../test/support/mail-server.ts';
import { unlimited, withProof } from '../../test/support/proof.ts';
import { startSiteInProcess } from '../../test/support/http-app.ts';
import type { SiteInProcess } from '../../test/support/http-app.ts';

const organizer = 'organizer@founderhouse.example';
const hostile = {
  'a header': 'Ada\r\nBcc: thief@evil.example',
  'a bare line feed': 'Ada\nBcc: thief@evil.example',
  'a second mail': 'Ada\r\n.\r\nMAIL FROM:<thief@evil.example>',
  commas: 'Ada, thief@evil.example',
  'angle brackets': 'Ada <thief@evil.example>',
  quotes: '"Ada" <thief@evil.example>, "',
  'an encoded word': '=?utf-8?Q?Ada=0D=0ABcc=3A_thief=40evil.example?=',
  emoji: 'Ada 👩‍👩‍👧‍👦🏡',
  'right to left': '\u202eadA\u202c עדה',
  'a calendar line': 'Ada\\nATTENDEE:mailto:thief@evil.example',
  HTML: '<img src=https://evil.example/x onerror=alert(1)></p><script>alert(1)</script>',
  'a placeholder': '{email} {title}',
  'a web address': 'https://evil.example/win',
};
const slug = shipped.workshops[0]?.slug;
const fields = [
  'inf_field_FirstName',
  'inf_field_LastName',
  'inf_field_Company',
  'inf_field_Phone1',
  'inf_custom_FounderHouseSpeakerSeriesSpeakerQuestions',
];

let mailServer: MailServer;
let site: SiteInProcess;
beforeAll(async () => {
  mailServer = await startMailServer();
  site = await startSiteInProcess({ ...unlimited, SMTP_URL: mailServer.url, ORGANIZER_EMAIL: organizer });
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await mailServer[Symbol.asyncDispose]();
});

const headersOf = ({ mail }: ReceivedMail) => mail.headers.map(({ key }) => key).toSorted();
const unfolded = (calendar: string) => calendar.replaceAll(/\r?\n[ \t]/gu, '').split(/\r?\n/u);
/** The lines of a mail's calendar entry without the token of its founder's own link. */
const calendarOf = (received: ReceivedMail) => unfolded(calendarIn(received)).map((line) => line.replace(/(\/join\/)[\w-]+/u, '$1'));

it('an email goes to one address under our own headers, regardless of what is typed into any field', async () => {
  const sent: string[] = [];
  for (const [name, value] of Object.entries(hostile)) {
    for (const field of fields) {
      const typed = answers({ [field]: value.slice(0, field === 'inf_field_Phone1' ? 40 : 100) });
      const { status } = await post(site, workshop.id, await withProof(site, typed));
      expect([name, field, status]).toEqual([name, field, /[\r\n]/u.test(value) && !field.includes('Questions') ? 422 : 303]);
      if (status === 303) sent.push(typed['inf_field_Email'] as string);
    }
  }
  const plain = answers();
  await post(site, workshop.id, await withProof(site, plain));
  const letters = await mailServer.waitForMails(2 * (sent.length + 1));
  const usual = letters.find(({ to }) => to[0] === plain['inf_field_Email']) as ReceivedMail;
  const [toFounders, notes] = [letters.filter(({ to }) => to[0] !== organizer), letters.filter(({ to }) => to[0] === organizer)];
  expect(toFounders.map(({ to }) => to).toSorted()).toEqual([...sent, plain['inf_field_Email']].map((email) => [email]).toSorted());
  for (const received of toFounders) {
    expect(received.mail.to).toEqual([{ name: '', address: received.to[0] }]);
    expect(headersOf(received)).toEqual(headersOf(usual));
    expect(received.mail.subject).toBe(usual.mail.subject);
    expect(calendarOf(received)).toContain(`UID:${slug}@127.0.0.1:${new URL(site.url).port}`);
    expect(calendarOf(received)).toEqual(calendarOf(usual));
    expect(calendarOf(received).join('\n')).not.toMatch(/ATTENDEE|evil/u);
    expect(`${received.mail.text}${received.mail.html}`).not.toContain('https://evil.example');
  }
  for (const note of notes) {
    expect(note.to).toEqual([organizer]);
    expect(headersOf(note)).toEqual(headersOf(notes[0] as ReceivedMail));
    expect(note.mail.replyTo?.length).toBe(1);
    expect([...sent, plain['inf_field_Email']]).toContain(note.mail.replyTo?.[0]?.address);
    expect(note.mail.html).not.toMatch(/<script|<img|<a[^>]+evil/u);
  }
});

it('an email address that a mail program would parse as several is refused', async () => {
  for (const email of [
    'a@example.com,b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    '<a@example.com>',
    '"a b"@example.com',
    'a@example.com>',
    '=?utf-8?q?a?=@example.com,',
  ]) {
    expect([email, (await post(site, waitlist.id, await withProof(site, answers({ inf_field_Email: email })))).status]).toEqual([
      email,
      422,
    ]);
  }
  const odd = "=?utf-8?q?a'b{|}~?=@example.com";
  const before = mailServer.received.length;
  expect((await post(site, waitlist.id, await withProof(site, answers({ inf_field_Email: odd })))).status).toBe(303);
  const letters = (await mailServer.waitForMails(before + 2)).slice(before);
  expect(letters.map(({ to }) => to).toSorted()).toEqual([[odd], [organizer]]);
});

it('typed text in a subject is one line without bidirectional controls', async () => {
  const clock = { now: hoursBefore(100) };
  const content = contentWith({});
  content.emails = { ...content.emails, 'organizer-note': { ...content.emails['organizer-note'], subject: '{firstName} signed up' } };
  await using own = await startMailServer();
  await using app = await startApp(own.url, { clock, content, env: { ORGANIZER_EMAIL: organizer } });
  await app.register({ inf_field_FirstName: 'Ada\r\nBcc: thief@evil.example\u2028\u202e =?utf-8?Q?x?= 🏡' });
  await app.tick();
  const note = own.received.find(({ to }) => to[0] === organizer) as ReceivedMail;
  expect(note.mail.subject).toBe('Ada Bcc: thief@evil.example =?utf-8?Q?x?= 🏡 signed up');
  expect(note.mail.bcc).toBeUndefined();
  expect(own.received.flatMap(({ to }) => to)).not.toContain('thief@evil.example');
});

it('the check of this test finds an injection', async () => {
  await using own = await startMailServer();
  const transport = createTransport({ url: own.url } as never);
  await transport.sendMail({ from: 'a@example.com', to: 'b@example.com, thief@evil.example', text: 'x' });
  expect(own.received[0]?.to).toEqual(['b@example.com', 'thief@evil.example']);
});
