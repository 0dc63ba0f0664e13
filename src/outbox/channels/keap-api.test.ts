import { afterEach, beforeEach, expect, it } from 'vitest';
import { startProvider } from '../../../test/fakes/provider.ts';
import type { Provider, ProviderOptions } from '../../../test/fakes/provider.ts';
import { temporaryStore } from '../../../test/support/databases.ts';
import { answers, content, waitlist, workshop } from '../../../test/support/forms.ts';
import { atTheProvider, manualClock, onlyDelivery, record, toApi, createWorkers } from '../../../test/support/outboxes.ts';
import { startReceiver } from '../../../test/support/webhook-receiver.ts';

let temporary: Awaited<ReturnType<typeof temporaryStore>>;
let provider: Provider;
const clock = manualClock();
const tagged = structuredClone(content);
tagged.retreats[0]!.facts.waitlist.tag = '1498';

beforeEach(async () => {
  temporary = await temporaryStore();
  provider = await startProvider(atTheProvider);
});
afterEach(async () => {
  await provider[Symbol.asyncDispose]();
  await temporary[Symbol.asyncDispose]();
});

const drain = (api = provider.api) => createWorkers(temporary.store, [toApi({ api }, clock, tagged)], clock).drain();

/** Replaces the provider by another one. */
async function instead(options: ProviderOptions): Promise<void> {
  await provider[Symbol.asyncDispose]();
  provider = await startProvider(options);
}

const ask = (path: string, body: object) =>
  fetch(`${provider.api.url}/rest/v2${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${provider.api.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

it('a new contact has all answers, the source, and the tags of the form and of the ticked boxes', async () => {
  const values = answers({
    inf_custom_FounderHouseSpeakerSeriesSpeakerQuestions: 'Who?',
    inf_option_AddmetotheFounderHouseSlackCommunity: '1512',
  });
  const at = new Date('2026-11-02T15:00:00Z');
  await record(temporary.store, ['keap-api'], { values, utm: { utm_source: 'letter' }, at });
  await record(temporary.store, ['keap-api'], { form: waitlist });
  await drain();
  expect(provider.contacts).toMatchObject([
    {
      given_name: 'Ottoline',
      family_name: 'Vane',
      email_addresses: [
        {
          field: 'EMAIL1',
          email: values['inf_field_Email'],
          opt_in_reason: `Sent the form "${workshop.name}" at https://founderhouse.example on 2026-11-02`,
        },
      ],
      company: { company_name: 'Vane & Daughters' },
      phone_numbers: [{ field: 'PHONE1', number: '(512) 555-0134' }],
      custom_fields: [
        { id: '1', content: '11-25 Units' },
        { id: '3', content: 'Who?' },
      ],
      utm_parameters: [{ keap_source_id: workshop.id, utm_source: 'letter' }],
      tag_ids: ['1512'],
    },
    { tag_ids: ['1498'] },
  ]);
  expect(provider.contacts[1]).not.toHaveProperty('utm_parameters');
});

it('a contact with the same address in any case is updated, and loses nothing', async () => {
  await ask('/contacts', {
    given_name: 'O.',
    email_addresses: [
      { field: 'EMAIL1', email: 'Ottoline@Example.com' },
      { field: 'EMAIL2', email: 'o@work.example' },
    ],
    phone_numbers: [
      { field: 'PHONE1', number: '1', type: 'Home' },
      { field: 'PHONE2', number: '2', type: 'Mobile' },
    ],
    custom_fields: [
      { id: '1', content: '1-10 Units' },
      { id: '5', content: 'Bread' },
    ],
  });
  await record(temporary.store, ['keap-api'], { values: { inf_field_Email: 'ottoline@example.com' } });
  await drain();
  expect(provider.contacts).toHaveLength(1);
  expect(provider.contacts[0]).toMatchObject({
    given_name: 'Ottoline',
    email_addresses: [
      { field: 'EMAIL1', email: 'ottoline@example.com', opt_in_reason: expect.any(String) },
      { field: 'EMAIL2', email: 'o@work.example' },
    ],
    phone_numbers: [
      { field: 'PHONE1', number: '(512) 555-0134' },
      { field: 'PHONE2', number: '2', type: 'Mobile' },
    ],
    custom_fields: [
      { id: '1', content: '11-25 Units' },
      { id: '5', content: 'Bread' },
    ],
  });
  expect(provider.contacts[0]?.email_addresses[1]).not.toHaveProperty('opt_in_reason');
});

it('an answer that is too long for the provider is parked instead of cut', async () => {
  const long = `${'a'.repeat(64)}@${'b'.repeat(8)}.example`;
  await record(temporary.store, ['keap-api'], { values: { inf_field_Email: long } });
  await drain();
  expect(await onlyDelivery(temporary.store, 'keap-api')).toMatchObject({
    state: 'parked',
    lastError:
      'The provider takes an email address of at most 75 characters, and this one has 81; ask the founder for another, or add the contact by hand',
  });
  expect(provider.seen).toEqual([]);
});

it('an address and a number of the maximum length are accepted', async () => {
  const fits = `${'a'.repeat(64)}@bb.example`;
  expect(fits).toHaveLength(75);
  await record(temporary.store, ['keap-api'], { values: { inf_field_Email: fits, inf_field_Phone1: '1'.repeat(40) } });
  await drain();
  expect(provider.contacts).toMatchObject([{ email_addresses: [{ email: fits }], phone_numbers: [{ number: '1'.repeat(40) }] }]);
});

it('a missing custom field is named, and found once it is created', async () => {
  await instead({ customFields: [], tags: [] });
  await record(temporary.store, ['keap-api']);
  await drain();
  expect(await onlyDelivery(temporary.store, 'keap-api')).toMatchObject({
    state: 'parked',
    lastError: 'The provider has no custom field for contacts called SystemSize; create it there, and retry',
  });
  await instead(atTheProvider);
  await temporary.store.outbox.retry(undefined, clock.now());
  await drain();
  expect(await onlyDelivery(temporary.store, 'keap-api')).toMatchObject({ state: 'delivered' });
});

it('a missing tag is named', async () => {
  await instead({ ...atTheProvider, tags: [] });
  await record(temporary.store, ['keap-api'], { form: waitlist });
  await drain();
  expect(await onlyDelivery(temporary.store, 'keap-api')).toMatchObject({
    state: 'parked',
    lastError: 'The provider has no tag 1498; create it there, set its id in content/, and retry',
  });
});

it('the custom fields are read once', async () => {
  const deliveryWorkers = createWorkers(temporary.store, [toApi(provider, clock, tagged)], clock);
  for (let count = 0; count < 3; count += 1) await record(temporary.store, ['keap-api']);
  await deliveryWorkers.drain();
  expect(provider.contacts).toHaveLength(3);
  expect(provider.seen.filter(({ path }) => path.endsWith('/model'))).toHaveLength(1);
});

it('a web page instead of a response of the API is no reason to park: the delivery is retried, and arrives once the API is back', async () => {
  await record(temporary.store, ['keap-api']);
  provider.fail('page');
  await drain();
  expect(await onlyDelivery(temporary.store, 'keap-api')).toMatchObject({
    state: 'due',
    lastError:
      'The provider responds with a web page instead of its REST API, perhaps during maintenance; if it persists, set KEAP_API_URL to the base of its REST API, https://api.keap.com/crm',
  });
  provider.fail(undefined);
  clock.advance(60_000);
  await drain();
  expect(provider.contacts).toHaveLength(1);
  expect(await onlyDelivery(temporary.store, 'keap-api')).toMatchObject({ state: 'delivered' });
});

it.each(['null', '"Welcome"', '[]'])('a response that is no object is parked, with what to fix: %j', async (body) => {
  await using receiver = await startReceiver((response) => response.end(body));
  await record(temporary.store, ['keap-api']);
  await drain({ url: receiver.url, token: 'a-token' });
  expect(await onlyDelivery(temporary.store, 'keap-api')).toMatchObject({
    state: 'parked',
    lastError:
      'The provider’s response is not JSON of its REST API; set KEAP_API_URL to the base of its REST API, https://api.keap.com/crm',
  });
});

/** Delivers a sign-up to a provider that answers the write of a contact with this body. Returns the paths by which tags were applied. */
async function tagPathsAfter(body: string): Promise<string[]> {
  const paths: string[] = [];
  await using receiver = await startReceiver((response, { path }) => {
    paths.push(path);
    response.end(path.includes('duplicate_option') ? body : '{}');
  });
  await record(temporary.store, ['keap-api'], { form: waitlist, values: { inf_custom_SystemSize: '' } });
  await drain({ url: receiver.url, token: 'a-token' });
  return paths.filter((path) => path.includes('tags'));
}

it.each([
  ['nothing', ''],
  ['no contact', '{}'],
  ['the contact of another person', '{ "id": "7", "email_addresses": [{ "field": "EMAIL1", "email": "other@example.com" }] }'],
])('a response to a new contact that has %s is retried, and nobody gets its tags', async (_, body) => {
  const tagPaths = await tagPathsAfter(body);
  expect(await onlyDelivery(temporary.store, 'keap-api')).toMatchObject({
    state: 'due',
    lastError: 'The provider’s response does not name the contact that was written',
  });
  expect(tagPaths).toEqual([]);
});

it.each(['{ "id": "7" }', '{ "id": "7", "email_addresses": null }', '{ "id": "7", "email_addresses": [] }'])(
  'a response to a new contact without addresses is the founder’s contact, which gets the tags: %s',
  async (body) => {
    const tagPaths = await tagPathsAfter(body);
    expect(await onlyDelivery(temporary.store, 'keap-api')).toMatchObject({ state: 'delivered' });
    expect(tagPaths).not.toEqual([]);
  },
);

it('a write that the provider refuses with 409 is not parked: the next attempt writes the contact', async () => {
  const statuses = [409, 200];
  await using receiver = await startReceiver((response, { path }) => {
    if (path.includes('duplicate_option')) response.statusCode = statuses.shift()!;
    response.end(response.statusCode === 409 ? '{ "message": "A request with this key is in progress" }' : '{ "id": "7" }');
  });
  await record(temporary.store, ['keap-api'], { form: waitlist, values: { inf_custom_SystemSize: '' } });
  await drain({ url: receiver.url, token: 'a-token' });
  expect(await onlyDelivery(temporary.store, 'keap-api')).toMatchObject({
    state: 'due',
    lastError: 'The provider is changing the same record (409: A request with this key is in progress)',
  });
  clock.advance(60_000);
  await drain({ url: receiver.url, token: 'a-token' });
  expect(await onlyDelivery(temporary.store, 'keap-api')).toMatchObject({ state: 'delivered' });
});
