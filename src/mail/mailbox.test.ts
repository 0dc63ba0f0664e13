import { expect, it } from 'vitest';
import { hoursBefore, startApp } from '../../test/support/app.ts';
import { startMailServer } from '../../test/support/mail-server.ts';

const address = 'hello@founderhouse.example';

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
])('a mail with MAIL_FROM %s comes from its one address, under its name', async (from, name) => {
  await using mailServer = await startMailServer();
  await using app = await startApp(mailServer.url, { clock: { now: hoursBefore(100) }, env: { MAIL_FROM: from } });
  await app.register();
  await app.tick();
  expect(mailServer.received.map(({ from: sender, mail }) => [sender, mail.from])).toEqual([[address, { name, address }]]);
});
