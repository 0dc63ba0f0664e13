import { expect, it } from 'vitest';
import { hoursBefore, startApp } from '../../test/support/app.ts';
import { content } from '../../test/support/forms.ts';
import { startMailServer } from '../../test/support/mail-server.ts';

const address = 'hello@founderhouse.example';
const contact = content.site.contactEmail;

it.each([
  [address, ''],
  [`<${address}>`, ''],
  [`Founder House <${address}>`, 'Founder House'],
  [`Founder House: Austin <${address}>`, 'Founder House: Austin'],
  [`Founder House, Inc. (Texas); hello@elsewhere.example <${address}>`, 'Founder House, Inc. (Texas); hello@elsewhere.example'],
  [`"Founder House: Austin" <${address}>`, 'Founder House: Austin'],
  [`"The \\"House\\"" <${address}>`, 'The "House"'],
  [`The "House" \\ <${address}>`, 'The "House" \\'],
  [`Maison Élan: Évian <${address}>`, 'Maison Élan: Évian'],
])('an email with MAIL_FROM %s comes from its one address, under its name', async (from, name) => {
  await using mailServer = await startMailServer();
  await using app = await startApp(mailServer.url, { clock: { now: hoursBefore(100) }, env: { MAIL_FROM: from } });
  await app.register();
  await app.tick();
  expect(mailServer.received.map(({ from: sender, mail }) => [sender, mail.from])).toEqual([[address, { name, address }]]);
});

it.each([
  ['no-reply@founderhouse.example', [contact]],
  [contact, undefined],
])(
  'with MAIL_FROM %s, a reply goes to the contact address, or to the founder whom an email to the organizer is about',
  async (from, replyTo) => {
    await using mailServer = await startMailServer();
    const [clock, organizer] = [{ now: hoursBefore(100) }, 'organizer@founderhouse.example'];
    await using app = await startApp(mailServer.url, { clock, env: { ORGANIZER_EMAIL: organizer, MAIL_FROM: from } });
    const { email } = await app.register();
    const notice = { channel: 'mail', kind: 'provider-refused', payload: { reason: 'Set KEAP_API_TOKEN again' } } as const;
    await app.store.outbox.enqueueOnce('refused', notice, clock.now);
    await app.tick();
    const repliesTo = (recipient: string) =>
      mailServer.received.filter(({ to }) => to[0] === recipient).map(({ mail }) => mail.replyTo?.map((reply) => reply.address));
    expect(repliesTo(email)).toEqual([replyTo]);
    expect(new Set(repliesTo(organizer))).toEqual(new Set([[email], undefined]));
  },
);
