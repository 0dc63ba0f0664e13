import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { startProvider } from '../../../test/fakes/provider.ts';
import { temporaryStore } from '../../../test/support/databases.ts';
import { answers, content, post, waitlist, workshop } from '../../../test/support/forms.ts';
import { unlimited, withProof } from '../../../test/support/proof.ts';
import { startSiteInProcess } from '../../../test/support/http-app.ts';
import { agent, manualClock, onlyDelivery, record, toForm, createWorkers } from '../../../test/support/outboxes.ts';

const typed = {
  inf_field_FirstName: 'Zoë ☕',
  inf_field_LastName: 'O’Vane & Söhne=1',
  inf_field_Email: 'zoe+news@example.com',
  inf_field_Company: '<b>"Vane" + Daughters</b>',
  inf_field_Phone1: '+1 (512) 555-0134',
  inf_custom_SystemSize: '150+ Units',
  inf_custom_FounderHouseSpeakerSeriesSpeakerQuestions: 'One?\r\nTwo?',
};

it('the provider gets what the page’s own form would have posted, and none of our own fields', async () => {
  await using provider = await startProvider();
  await using site = await startSiteInProcess({ ...unlimited, KEAP_FORM_HOST: provider.url });
  const own = { inf_form_xid: workshop.id, inf_form_name: workshop.name, infusionsoft_version: workshop.version };
  const option = { inf_option_AddmetotheFounderHouseSlackCommunity: '1512' };
  const ours = { leave_this_empty: '', unknown: 'x' };
  // Values in another order than the fields of the form: the order of the form counts.
  const body = await withProof(site, { utm_source: 'a newsletter', ...own, ...option, ...typed, ...ours });
  expect((await post(site, workshop.id, body)).headers.get('location')).toBe(`/app/form/${workshop.id}/received`);
  await expect.poll(() => provider.posts.length).toBe(1);
  const [received] = provider.posts;
  expect(received?.formId).toBe(workshop.id);
  expect(received?.fields).toEqual(Object.entries({ ...typed, ...option, ...own, utm_source: 'a newsletter' }));
  expect(received?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded;charset=utf-8$/iu);
  expect(received?.headers['user-agent']).toBe(`FounderHouse-Relay/1.0.0 (+${site.url})`);
  expect(JSON.stringify(received)).not.toMatch(/altcha|leave_this_empty|unknown/u);
});

it('empty answers are sent as a browser sends them, and line breaks as CR LF', async () => {
  await using temporary = await temporaryStore();
  await using provider = await startProvider();
  const clock = manualClock();
  await record(temporary.store, ['keap-form'], {
    form: waitlist,
    values: { inf_custom_FounderHouseRetreatLeaveWith: '', inf_custom_FounderHouseRetreatBringToTheTable: 'a\nb' },
  });
  await createWorkers(temporary.store, [toForm(provider, clock)], clock).drain();
  const fields = provider.posts[0]?.fields ?? [];
  expect(fields).toContainEqual(['inf_custom_FounderHouseRetreatLeaveWith', '']);
  expect(fields).toContainEqual(['inf_custom_FounderHouseRetreatBringToTheTable', 'a\r\nb']);
  expect(provider.posts[0]?.headers['user-agent']).toBe(agent);
});

it('a form that is no longer in content is sent as it was stored', async () => {
  await using temporary = await temporaryStore();
  await using provider = await startProvider();
  const clock = manualClock();
  const gone = { ...workshop, id: 'c'.repeat(32), name: 'A workshop of last year' };
  await record(temporary.store, ['keap-form'], { form: gone });
  await createWorkers(temporary.store, [toForm(provider, clock)], clock).drain();
  expect(provider.posts[0]?.fields).toEqual([
    ...Object.entries(answers({ inf_field_Email: provider.contacts[0]?.email_addresses[0]?.email ?? '' })),
    ['inf_form_xid', gone.id],
    ['inf_form_name', gone.name],
    ['infusionsoft_version', content.site.forms.version],
  ]);
});

it('only the newest answers of a founder are sent', async () => {
  await using temporary = await temporaryStore();
  await using provider = await startProvider();
  const clock = manualClock();
  for (const brand of ['Old', 'New'])
    await record(temporary.store, ['keap-form'], { values: { inf_field_Email: 'o@example.com', inf_field_Company: brand } });
  await createWorkers(temporary.store, [toForm(provider, clock)], clock).drain();
  expect(provider.posts.map(({ fields }) => new Map(fields).get('inf_field_Company'))).toEqual(['New']);
  expect((await Array.fromAsync(temporary.store.outbox.list({ state: 'delivered' }))).map(({ lastError }) => lastError)).toContain(
    'not sent: the founder sent newer answers, which have a delivery of their own',
  );
});

it('a redirect whose body breaks off is no failure: the form was accepted, and is not posted again', async () => {
  await using temporary = await temporaryStore();
  await using provider = await startProvider();
  const clock = manualClock();
  await record(temporary.store, ['keap-form']);
  provider.fail('cut', 1);
  await createWorkers(temporary.store, [toForm(provider, clock)], clock).drain();
  expect(provider.posts).toHaveLength(1);
  expect(await onlyDelivery(temporary.store, 'keap-form')).toMatchObject({ state: 'delivered' });
});

/** Starts a server that responds to every post as `respond` does. `posts` are the paths of the posts. */
async function startServer(respond: (path: string, response: ServerResponse) => void) {
  const posts: string[] = [];
  const server = createServer((request, response) => {
    request.resume();
    posts.push(request.url!);
    respond(request.url!, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posts,
    [Symbol.dispose]: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Starts a server that redirects every post; `locationFor` returns where to, for the path of the post. */
const startRedirecting = (status: number, locationFor: (path: string) => string) =>
  startServer((path, response) => {
    const location = locationFor(path);
    response.writeHead(status, { location }).end(`<a href="${location}">here</a>`);
  });

it.each([301, 302, 307])('a redirect (%i) to the same form at another host is not taken for the thank-you page', async (status) => {
  await using temporary = await temporaryStore();
  using old = await startRedirecting(status, (path) => `https://new.example${path}`);
  const clock = manualClock();
  await record(temporary.store, ['keap-form']);
  await createWorkers(temporary.store, [toForm(old, clock)], clock).drain();
  expect(await onlyDelivery(temporary.store, 'keap-form')).toMatchObject({
    state: 'parked',
    lastError: `The provider’s forms have moved (${status} to new.example); set KEAP_FORM_HOST to the new address`,
  });
});

it.each([
  ['https://thanks.example/?inf_field_FirstName=Captcha&contactId=1', 'delivered'],
  ['https://thanks.example/?fname=Captcha&contactId=1', 'delivered'],
  ['https://thanks.example/captcha?fname=Captcha', 'due'],
  ['https://thanks.example/captcha?inf_field_FirstName=Ada', 'due'],
  ['/app/form?error=captcha', 'due'],
  ['/app/form?captcha=', 'due'],
  [`/app/form/${workshop.id}?error=1`, 'parked'],
  [`/app/form/process/${workshop.id}`, 'parked'],
  [`/app/form/${workshop.id}/thank-you`, 'delivered'],
])(
  'a redirect to %s leaves the delivery %s: the word in an answer of the founder is no captcha, and the form itself no thank-you page',
  async (location, state) => {
    await using temporary = await temporaryStore();
    using provider = await startRedirecting(302, () => location);
    const clock = manualClock();
    await record(temporary.store, ['keap-form'], { values: { inf_field_FirstName: 'Captcha' } });
    await createWorkers(temporary.store, [toForm(provider, clock)], clock).drain();
    expect(await onlyDelivery(temporary.store, 'keap-form')).toMatchObject({ state });
    expect(provider.posts).toHaveLength(1);
  },
);

it.each([
  [
    302,
    'The provider’s form redirects to an address that cannot be read (302); correct its thank-you page there, and look whether it has the answers before you retry',
  ],
  [308, 'The provider’s forms have moved (308 to another address); set KEAP_FORM_HOST to the new address'],
])('a redirect (%i) to an address that cannot be read is not taken for the thank-you page', async (status, lastError) => {
  await using temporary = await temporaryStore();
  using provider = await startRedirecting(status, () => 'https://[thanks');
  const clock = manualClock();
  await record(temporary.store, ['keap-form']);
  await createWorkers(temporary.store, [toForm(provider, clock)], clock).drain();
  expect(await onlyDelivery(temporary.store, 'keap-form')).toMatchObject({ state: 'parked', lastError });
});

it.each([
  ['<p>Thank you, Captcha. We’ll be in touch.', 'delivered'],
  ['<p>Thank you.<footer>This site is protected by reCAPTCHA.</footer>', 'delivered'],
  ['<p>Thank you. Our newsletter:<form><input name="inf_form_xid" value="0"></form>', 'delivered'],
  ['<form><div class="h-captcha"></div></form>', 'due'],
  ['<p>Please solve the captcha.', 'due'],
  ['<form><p>Solve the captcha.<input name="solution"></form>', 'due'],
  ['<script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script>', 'due'],
  [`<form><p>Email is required<input name="inf_form_xid" value="${workshop.id}"></form>`, 'parked'],
])('a page "%s" with status 200 leaves the delivery %s', async (page, state) => {
  await using temporary = await temporaryStore();
  using provider = await startServer((_path, response) => response.end(`<!doctype html><title>Founder House</title>${page}`));
  const clock = manualClock();
  await record(temporary.store, ['keap-form'], { values: { inf_field_FirstName: 'Captcha' } });
  await createWorkers(temporary.store, [toForm(provider, clock)], clock).drain();
  expect(await onlyDelivery(temporary.store, 'keap-form')).toMatchObject({ state });
});

it('an unknown form is parked, with what to fix', async () => {
  await using temporary = await temporaryStore();
  await using provider = await startProvider();
  const clock = manualClock();
  const { url } = provider;
  await record(temporary.store, ['keap-form']);
  await createWorkers(temporary.store, [toForm({ ...provider, url: `${url}/nothing` }, clock)], clock).drain();
  expect(await onlyDelivery(temporary.store, 'keap-form')).toMatchObject({
    state: 'parked',
    lastError: 'The provider has no such form (404); set the form id in content/, and KEAP_FORM_HOST, as the provider shows them',
  });
});
