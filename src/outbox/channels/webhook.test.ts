import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { temporaryStore } from '../../../test/support/databases.ts';
import { answers, post, workshop } from '../../../test/support/forms.ts';
import { unlimited, withProof } from '../../../test/support/proof.ts';
import { startSiteInProcess } from '../../../test/support/http-app.ts';
import { manualClock, onlyDelivery, record, secret, toWebhook, createWorkers } from '../../../test/support/outboxes.ts';
import { startReceiver } from '../../../test/support/webhook-receiver.ts';
import type { Received } from '../../../test/support/webhook-receiver.ts';
import { hourMs } from '../../durations.ts';

const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(code, headers).end();

it('a submission is sent signed', async () => {
  await using receiver = await startReceiver();
  await using site = await startSiteInProcess({ ...unlimited, WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: secret });
  const typed = answers({ inf_option_AddmetotheFounderHouseSlackCommunity: '1512', utm_medium: 'mail' });
  const came = receiver.next();
  await post(site, workshop.id, await withProof(site, typed));
  await came;
  const { headers, body } = receiver.received[0] as Received;
  const event = new Webhook(secret).verify(body, headers as Record<string, string>);
  const { utm_medium: _, ...fields } = typed;
  expect(event).toEqual({
    type: 'submission.accepted',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/u),
    data: {
      id: expect.stringMatching(/^[\da-f-]{36}$/u),
      formId: workshop.id,
      formName: workshop.name,
      receivedAt: expect.stringMatching(/^\d{4}-.*Z$/u),
      fields,
      utm: { utm_medium: 'mail' },
      consents: [
        {
          wire: 'inf_option_AddmetotheFounderHouseSlackCommunity',
          wording: 'Add me to the Founder House Slack community',
          version: workshop.version,
          given: true,
        },
        expect.objectContaining({ given: false }),
      ],
    },
  });
  expect(headers['webhook-id']).toMatch(/^[\da-f-]{36}$/u);
});

it.each([
  ['a fault of the receiver', status(500)],
  ['an address that it does not know yet', status(404)],
  ['a redirect, which is not followed', status(307, { location: '/elsewhere' })],
])('a message is retried with the same id after %s', async (_, answer) => {
  await using temporary = await temporaryStore();
  let well = false;
  await using receiver = await startReceiver((response) => (well ? status(204) : answer)(response));
  const clock = manualClock();
  const deliveryWorkers = createWorkers(temporary.store, [toWebhook(receiver.url, clock)], clock);
  await record(temporary.store, ['webhook']);
  await deliveryWorkers.drain();
  const { id, nextAttemptAt } = await onlyDelivery(temporary.store, 'webhook');
  well = true;
  clock.advance(Date.parse(nextAttemptAt) - clock.now().getTime());
  await deliveryWorkers.drain();
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
  expect(await onlyDelivery(temporary.store, 'webhook')).toMatchObject({ state: 'delivered', attempts: 2 });
});

it.each([
  ['never ends', (response: ServerResponse) => response.write('{"ok":')],
  ['breaks off', (response: ServerResponse) => response.write('{"ok":', () => response.destroy())],
])('a message that was accepted is not sent again because the body of the response %s', async (_, sendBody) => {
  await using temporary = await temporaryStore();
  await using receiver = await startReceiver((response) => void sendBody(response.writeHead(200)));
  const clock = manualClock();
  await record(temporary.store, ['webhook']);
  await createWorkers(temporary.store, [toWebhook(receiver.url, clock)], clock).drain();
  expect(await onlyDelivery(temporary.store, 'webhook')).toMatchObject({ state: 'delivered', attempts: 1 });
});

it('a web page is not quoted as the reason of a failure, even if it begins with an empty line', async () => {
  await using temporary = await temporaryStore();
  await using receiver = await startReceiver((response) => void response.writeHead(502).end('\n<!doctype html><title>Back soon</title>'));
  const clock = manualClock();
  await record(temporary.store, ['webhook']);
  await createWorkers(temporary.store, [toWebhook(receiver.url, clock)], clock).drain();
  expect(await onlyDelivery(temporary.store, 'webhook')).toMatchObject({ lastError: 'The webhook’s receiver did not accept it (502)' });
});

it('a receiver that returns 410 gets no more messages, which stay due until it accepts again', async () => {
  await using temporary = await temporaryStore();
  let gone = true;
  await using receiver = await startReceiver((response) => status(gone ? 410 : 204)(response));
  const clock = manualClock();
  const channel = { ...toWebhook(receiver.url, clock), concurrency: 1 };
  const deliveryWorkers = createWorkers(temporary.store, [channel], clock, { organizerEmail: 'ada@example.com' });
  for (let count = 0; count < 3; count += 1) await record(temporary.store, ['webhook']);
  for (let hours = 0; hours < 23; hours += 1) {
    await deliveryWorkers.drain();
    clock.advance(hourMs);
  }
  expect(receiver.received).toHaveLength(1);
  expect((await Array.fromAsync(temporary.store.outbox.list({ channel: 'mail' }))).map(({ kind }) => kind)).toEqual(['provider-refused']);
  gone = false;
  clock.advance(2 * hourMs);
  await deliveryWorkers.drain();
  expect(receiver.received).toHaveLength(4);
});

it('an event without a submission is sent with its payload', async () => {
  await using temporary = await temporaryStore();
  await using receiver = await startReceiver();
  const clock = manualClock();
  const submission = await record(temporary.store, []);
  const event = { channel: 'webhook', kind: 'person.erased', payload: { submissions: [submission] } } as const;
  await temporary.store.outbox.enqueueOnce('erased', event, clock.now());
  await createWorkers(temporary.store, [toWebhook(receiver.url, clock)], clock).drain();
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toEqual({
    type: 'person.erased',
    timestamp: clock.now().toISOString(),
    data: { submissions: [submission] },
  });
});
