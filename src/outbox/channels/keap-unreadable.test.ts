import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { temporaryStore } from '../../../test/support/databases.ts';
import { content } from '../../../test/support/forms.ts';
import { createWorkers, manualClock, onlyDelivery, record, toApi } from '../../../test/support/outboxes.ts';
import { startReceiver } from '../../../test/support/webhook-receiver.ts';
import { dayMs, hourMs } from '../../durations.ts';

/** Responses of the provider's REST API that have another form than it describes. */
let temporary: Awaited<ReturnType<typeof temporaryStore>>;
const clock = manualClock();

beforeEach(async () => {
  temporary = await temporaryStore();
  await record(temporary.store, ['keap-api']);
});
afterEach(() => temporary[Symbol.asyncDispose]());

const fixUrl = 'set KEAP_API_URL to the base of its REST API, https://api.keap.com/crm';
const drain = (url: string) => createWorkers(temporary.store, [toApi({ api: { url, token: 'a-token' } }, clock, content)], clock).drain();

it.each(['', 'upstream connect error', '{ "custom_fields": ['])(
  'a response that is not JSON is retried for a day, and then parked with what to do: %j',
  async (body) => {
    await using receiver = await startReceiver((response) => response.end(body));
    const reason = `The provider’s response is not JSON of its REST API, perhaps that of a proxy; if it persists, ${fixUrl}`;
    await drain(receiver.url);
    expect(await onlyDelivery(temporary.store, 'keap-api')).toMatchObject({ state: 'due', lastError: reason });
    clock.advance(dayMs);
    await drain(receiver.url);
    expect(await onlyDelivery(temporary.store, 'keap-api')).toMatchObject({ state: 'parked', lastError: `gave up after a day: ${reason}` });
  },
);

it('a redirect, as to a page about maintenance, is retried', async () => {
  await using receiver = await startReceiver((response) => response.writeHead(302, { location: '/maintenance' }).end());
  await drain(receiver.url);
  const lastError = `The provider redirects to another address (302), perhaps during maintenance; if it persists, ${fixUrl}`;
  expect(await onlyDelivery(temporary.store, 'keap-api')).toMatchObject({ state: 'due', lastError });
});

const inAnotherForm = (property: string) =>
  `The provider’s response has "${property}" in another form than its REST API describes; if it persists, ${fixUrl}, or ask the provider`;

it.each(['{ "custom_fields": {} }', '{ "custom_fields": [null] }', '{ "custom_fields": [{ "id": 1, "label": 7 }] }'])(
  'a list of custom fields in another form is named in the words of the operator: %j',
  async (body) => {
    await using receiver = await startReceiver((response) => response.end(body));
    await drain(receiver.url);
    expect(await onlyDelivery(temporary.store, 'keap-api')).toMatchObject({ state: 'due', lastError: inAnotherForm('custom_fields') });
  },
);

it.each(['{ "contacts": {} }', '{ "contacts": [null] }', '{ "contacts": [{ "id": "7", "email_addresses": "a@example.com" }] }'])(
  'a list of contacts in another form is named in the words of the operator: %j',
  async (body) => {
    const fields = '{ "custom_fields": [{ "id": 1, "label": "SystemSize" }] }';
    await using receiver = await startReceiver((response, { path }) => response.end(path.includes('/model') ? fields : body));
    await drain(receiver.url);
    expect(await onlyDelivery(temporary.store, 'keap-api')).toMatchObject({ state: 'due', lastError: inAnotherForm('contacts') });
  },
);

/** Nearly a MiB of JSON, which is read to its end. */
const lists: [string, string][] = [
  ['lists in lists', `{ "custom_fields": ${'['.repeat(500_000)}${']'.repeat(500_000)} }`],
  ['fields without anything', `{ "custom_fields": [${Array(340_000).fill('{}').join()}] }`],
  ['numbers', `{ "custom_fields": [${Array(510_000).fill('1').join()}] }`],
];

it.each(lists)('attack: a response of very many values is retried, and neither parsed nor checked: %s', async (_, body) => {
  const parse = vi.spyOn(JSON, 'parse');
  try {
    for (const status of [200, 400]) {
      await using receiver = await startReceiver((response) => response.writeHead(status).end(body));
      await drain(receiver.url);
      clock.advance(hourMs);
    }
    expect(parse.mock.calls.filter(([text]) => text.length > 100_000)).toEqual([]);
  } finally {
    parse.mockRestore();
  }
  expect(await onlyDelivery(temporary.store, 'keap-api')).toMatchObject({
    state: 'parked',
    lastError: expect.stringContaining('(400)') as string,
  });
});
