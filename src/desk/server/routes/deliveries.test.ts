import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { answersOf, registration } from '../../../../test/support/desk.ts';
import { startRemoteDesk } from '../../../../test/support/remote-desk.ts';
import { mailFile, mailFolder } from '../../../mail/file-transport.ts';
import type { DeliveriesPage } from './deliveries.ts';
import type { SubmissionDetail } from './registrations.ts';

it('an email that was written to a file is distinguished from an email that a server accepted', async () => {
  const now = new Date();
  const dataDir = mkdtempSync(join(tmpdir(), 'founder-house-'));
  await using desk = await startRemoteDesk({ now }, { env: { DATA_DIR: dataDir, SMTP_URL: 'smtp://127.0.0.1:1' } });
  const cookie = await desk.signIn('Ada');
  const { submissions, outbox } = desk.store;
  const deliveries = [{ channel: 'mail', kind: 'waitlist' }] as const;
  const { id: written } = await submissions.record(registration({ more: answersOf('Bea Potter', 'Zinc'), deliveries: [...deliveries] }));
  await submissions.record(registration({ more: answersOf('Cleo Vane', 'Tin'), deliveries: [...deliveries] }));
  const all = await Array.fromAsync(outbox.list());
  await outbox.recordOutcomes(
    all.map(({ id }) => ({ id, outcome: 'delivered', at: now })),
    now,
  );
  mkdirSync(mailFolder(dataDir));
  writeFileSync(mailFile(mailFolder(dataDir), all.find(({ submissionId }) => submissionId === written)!.id), '');
  const { rows } = (await desk.get('/api/deliveries', { cookie })).json<DeliveriesPage>();
  expect(rows.map(({ name, state, isInFile }) => [name, state, isInFile]).toSorted()).toEqual([
    ['Bea Potter', 'delivered', true],
    ['Cleo Vane', 'delivered', false],
  ]);
  const detail = (await desk.get(`/api/registrations/${written}`, { cookie })).json<SubmissionDetail>();
  expect(detail.deliveries).toMatchObject([{ isInFile: true }]);
  // Without the names of the files, an email that reached nobody would be listed as delivered.
  rmSync(mailFolder(dataDir), { recursive: true });
  writeFileSync(mailFolder(dataDir), '');
  const unreadable = await desk.get('/api/deliveries', { cookie });
  expect([unreadable.statusCode, unreadable.json()]).toEqual([
    503,
    { message: expect.stringContaining(`${mailFolder(dataDir)} cannot be read`) as string },
  ]);
  rmSync(dataDir, { recursive: true });
});
