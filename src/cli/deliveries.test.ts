import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openStore } from '../app/open-store.ts';
import { localTimeFormatter } from '../content/format.ts';
import { mailFile, mailFolder } from '../mail/file-transport.ts';
import { dataWith, insertDeliveries } from '../../test/support/cli-data.ts';
import { closedPort, doctor } from '../../test/support/doctor.ts';
import { answers, post, waitlist } from '../../test/support/forms.ts';
import { startSiteInProcess } from '../../test/support/http-app.ts';
import { startMailServer } from '../../test/support/mail-server.ts';
import { secret } from '../../test/support/outboxes.ts';
import { unlimited, withProof } from '../../test/support/proof.ts';
import { recording } from '../../test/support/recording.ts';
import { startReceiver } from '../../test/support/webhook-receiver.ts';

interface Listed {
  id: string;
  lastError: string;
}

const list = ['deliveries', 'list'];

it('deliveries list prints the newest first, up to the limit, and an empty array if there are none', async () => {
  using data = await dataWith([]);
  expect(await data.organizer([...list, '--json'])).toEqual({ status: 0, stdout: '[]\n', stderr: '' });
  expect((await data.organizer(list)).stdout).toBe('There are no deliveries\n');
  insertDeliveries(data.file, 3, 'the receiver was down');
  const listed = async (...more: string[]) => JSON.parse((await data.organizer([...list, '--json', ...more])).stdout) as Listed[];
  expect(await listed()).toEqual(
    [3, 2, 1].map((number) => ({
      id: `delivery-${number}`,
      submissionId: null,
      channel: 'webhook',
      kind: 'submission.accepted',
      state: 'parked',
      attempts: 9,
      nextAttemptAt: `2026-11-02T00:00:0${number}.000Z`,
      lastError: 'the receiver was down',
    })),
  );
  expect(await listed('--limit', '1')).toMatchObject([{ id: 'delivery-3' }]);
  expect(await listed('--state', 'due')).toEqual([]);
  const [, first] = (await data.organizer(list)).stdout.split('\n');
  expect(first).toMatch(/^delivery-3 +submission.accepted +webhook +parked +9 +the receiver was down$/u);
});

it('the table of deliveries names the founder of each and the address, also far down the list', async () => {
  const deliveries = [{ channel: 'mail', kind: 'waitlist' }] as const;
  const founders = Array.from({ length: 150 }, (_, at) => ({
    inf_field_FirstName: 'Zoe',
    inf_field_LastName: `Vane ${at}`,
    inf_field_Email: `zoe.${at}@example.com`,
  }));
  using data = await dataWith(founders.map((values) => recording(values, { deliveries: [...deliveries] })));
  const [, ...rows] = (await data.organizer(list)).stdout.trimEnd().split('\n');
  const abouts = rows.map((row) => row.split(/ {2,}/u)[2]);
  expect(abouts.toSorted()).toEqual(founders.map((_, at) => `Zoe Vane ${at} <zoe.${at}@example.com>`).toSorted());
});

it('deliveries retry says how many will be retried', async () => {
  using data = await dataWith([]);
  insertDeliveries(data.file, 3, 'the receiver was down');
  expect((await data.organizer(['deliveries', 'retry', 'delivery-2'])).stdout).toBe('1 delivery will be retried\n');
  expect((await data.organizer(['deliveries', 'retry', '--all'])).stdout).toBe('2 deliveries will be retried\n');
});

it('an email that was written to a file is shown as such, even once a mail server is set', async () => {
  using data = await dataWith([]);
  const store = await openStore(`file:${data.file}`);
  const now = new Date();
  for (const key of ['one', 'two']) await store.outbox.enqueueOnce(key, { channel: 'mail', kind: 'waitlist' }, now);
  const [sent, written] = await Array.fromAsync(store.outbox.list());
  const delivered = [sent!, written!].map(({ id }) => ({ id, outcome: 'delivered', at: now }) as const);
  await store.outbox.recordOutcomes(delivered, now);
  await store.close();
  const folder = mailFolder(data.folder);
  mkdirSync(folder);
  writeFileSync(mailFile(folder, written!.id), '');
  await using mailServer = await startMailServer();
  const settings = { SMTP_URL: mailServer.url };
  const rows = (await data.organizer(list, settings)).stdout.split('\n').slice(1, 3);
  expect(rows.map((row) => row.split(/ {2,}/u).slice(0, 4))).toEqual([
    [sent!.id, 'waitlist', 'mail', 'delivered'],
    [written!.id, 'waitlist', 'mail', 'written to a file'],
  ]);
  expect(JSON.parse((await data.organizer([...list, '--json'], settings)).stdout)).toMatchObject([
    { state: 'delivered', lastError: null },
    { state: 'delivered', lastError: null },
  ]);
  const { found } = await doctor({ ...settings, DATA_DIR: data.folder, SITE_URL: closedPort });
  expect(found.find(({ name }) => name === 'mail')?.message).toMatch(
    /accepts our login; 1 email was written to files in .*mail before it was set, and reached nobody$/u,
  );
});

it.each([
  ['is gone', 410, {}],
  ['asks for a pause', 429, { 'retry-after': '3600' }],
])('deliveries retry --all sends immediately what waits for a receiver that %s, as often as it is run', async (_, refusal, headers) => {
  let status = refusal;
  await using receiver = await startReceiver((response) => response.writeHead(status, headers).end());
  await using site = await startSiteInProcess({ ...unlimited, WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: secret });
  await post(site, waitlist.id, await withProof(site, answers()));
  const found = async () =>
    JSON.parse((await site.organizer(...list, '--channel', 'webhook', '--json')).stdout) as { state: string; lastError: string | null }[];
  const retry = async (attempts: number) => {
    // Until the outcome of the last attempt is recorded, nothing waits.
    await expect.poll(async () => (await site.organizer('deliveries', 'retry', '--all')).stdout).toBe('1 delivery will be retried\n');
    await expect.poll(() => receiver.received.length).toBe(attempts);
  };
  await expect.poll(found).toMatchObject([{ state: 'due', lastError: expect.stringContaining(String(refusal)) as string }]);
  await retry(2);
  status = 204;
  await retry(3);
  await expect.poll(found).toMatchObject([{ state: 'delivered' }]);
});

it('doctor names a channel that has been failing for ten minutes, and deliveries retry --all retries its deliveries', async () => {
  using data = await dataWith([recording()]);
  const failedAt = new Date(Date.now() - 11 * 60_000);
  const store = await openStore(`file:${data.file}`);
  for (const number of [1, 2])
    await store.outbox.enqueueOnce(`message ${number}`, { channel: 'webhook', kind: 'submission.accepted' }, failedAt);
  const leased = await store.outbox.lease({ channel: 'webhook', limit: 1, now: failedAt, leaseMs: 1000, spacingMs: 0 });
  const inAnHour = new Date(Date.now() + 3_600_000);
  const failed = leased.map(({ id }) => ({ id, outcome: 'retry', at: inAnHour, error: 'it cannot be reached' }) as const);
  await store.outbox.recordOutcomes(failed, failedAt);
  await store.close();
  const { found } = await doctor({ DATA_DIR: data.folder, SITE_URL: closedPort });
  const since = localTimeFormatter('UTC')(failedAt.toISOString());
  expect(found.filter(({ name }) => name === 'deliveries')).toEqual([
    {
      name: 'deliveries',
      state: 'warn',
      message: `Webhook has been failing since ${since}: it cannot be reached. 2 deliveries are waiting and will be sent once it works again.`,
    },
  ]);
  // The site is not running, so that the delivery still waits after the first time.
  for (let times = 0; times < 2; times += 1)
    expect((await data.organizer(['deliveries', 'retry', '--all'])).stdout).toBe('1 delivery will be retried\n');
});

it('doctor names the data that the provider lost, and deliveries send-again sends the data again', async () => {
  using data = await dataWith([{ ...recording(), deliveries: [{ channel: 'keap-api', kind: 'submission' }] }]);
  const store = await openStore(`file:${data.file}`);
  const [delivery] = await Array.fromAsync(store.outbox.list());
  const now = new Date();
  const lost = { deliveredAt: now.toISOString(), deliveryId: delivery!.id, problem: 'the contact has no tag 1512' };
  await store.outbox.recordOutcomes([{ id: delivery!.id, outcome: 'delivered', at: now }], now);
  await store.outbox.recordReadBack([lost], { cursor: lost, now, resumeAt: now });
  await store.close();
  const { found } = await doctor({ DATA_DIR: data.folder, SITE_URL: closedPort });
  expect(found.find(({ name }) => name === 'deliveries')).toMatchObject({
    state: 'warn',
    message: expect.stringMatching(/^1 sign-up is no longer at the provider as delivered: the contact has no tag 1512\. /u) as string,
  });
  expect((await data.organizer(['deliveries', 'send-again'])).stdout).toBe('1 sign-up will be sent again\n');
  expect(await data.organizer(['deliveries', 'send-again'])).toMatchObject({ status: 1 });
  expect(JSON.parse((await data.organizer([...list, '--state', 'due', '--json'])).stdout)).toMatchObject([
    { submissionId: data.ids[0], channel: 'keap-api', kind: 'submission' },
  ]);
});

it('the table of 1,000 deliveries needs little memory', async () => {
  using data = await dataWith([]);
  // Together with the program they are larger than the heap of the command.
  insertDeliveries(data.file, 1000, 'x'.repeat(80_000));
  const { status, stderr, stdout } = data.process(list);
  expect({ status, stderr }).toEqual({ status: 0, stderr: `Using the database ${data.file}\n` });
  expect(stdout.match(/delivery-\d+/gu)).toHaveLength(1000);
});
