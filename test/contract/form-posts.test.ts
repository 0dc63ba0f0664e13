import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answers, listSubmissions, post, waitlist, workshop } from '../support/forms.ts';
import { solveProof, unlimited, withProof } from '../support/proof.ts';
import { currentDeployment } from '../support/deployment.ts';
import { queryIn } from '../support/postgres.ts';
import { startSiteInProcess } from '../support/http-app.ts';
import type { SiteInProcess } from '../support/http-app.ts';

/** Section 4 of the contract, over HTTP: what a form post stores and which response it gets. */
let site: SiteInProcess;
beforeAll(async () => {
  site = await startSiteInProcess(unlimited);
});
afterAll(() => site[Symbol.asyncDispose]());

const stored = async (email: string) => (await listSubmissions(site)).filter(({ fields }) => fields['inf_field_Email'] === email);

describe.each([
  ['the workshop form', workshop],
  ['the waitlist form', waitlist],
])('%s', (_, form) => {
  it('stores a valid post and redirects to the thank-you page', async () => {
    const typed = answers({ inf_field_LastName: '  O’Vane <b>$1</b> {{x}} ' });
    const response = await post(site, form.id, {
      ...typed,
      altcha: await solveProof(site),
      inf_form_xid: form.id,
      inf_form_name: form.name,
      infusionsoft_version: form.version,
    });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(`/app/form/${form.id}/received`);
    expect((await fetch(site.url + response.headers.get('location'))).status).toBe(200);
    const [kept] = await stored(typed['inf_field_Email'] as string);
    expect(kept).toMatchObject({ formId: form.id, state: 'accepted', fields: typed });
  });

  it('returns invalid posts with 422, every value, an error title, and a message and a link for each error', async () => {
    const typed = answers({ inf_field_FirstName: ' \u200b ', inf_field_Email: 'not an address', inf_custom_SystemSize: '7 Units' });
    const response = await post(site, form.id, typed);
    const page = await response.text();
    expect(response.status).toBe(422);
    expect(page).toMatch(/<title>Error: /u);
    for (const text of ['Enter your first name', 'Enter an email address like', 'Choose the size of your system from the list'])
      expect(page).toContain(text);
    for (const wire of ['inf_field_FirstName', 'inf_field_Email', 'inf_custom_SystemSize']) expect(page).toContain(`href="#field-${wire}"`);
    expect(page).toContain('value="Vane &amp; Daughters"');
    expect(page).toContain('not an address');
    expect(page).toContain('7 Units');
    expect(page).toMatch(/role="alert"[^>]*autofocus/u);
    expect(await stored('not an address')).toEqual([]);
  });

  it('keeps one registration with the newest answers when the same person posts again', async () => {
    const first = answers();
    const second = { ...first, inf_field_Email: (first['inf_field_Email'] as string).toUpperCase(), inf_field_Phone1: '512 555 0199' };
    expect((await post(site, form.id, await withProof(site, first))).status).toBe(303);
    expect((await post(site, form.id, await withProof(site, second))).status).toBe(303);
    const kept = (await listSubmissions(site, '--form', form.id)).filter(
      ({ fields }) => fields['inf_field_Email']?.toLowerCase() === first['inf_field_Email'],
    );
    expect(kept.map(({ fields }) => fields['inf_field_Phone1'])).toEqual(['512 555 0199']);
  });
});

it('a post stores its campaign parameters and drops unknown fields', async () => {
  const typed = answers({ utm_source: 'newsletter', utm_campaign: 'spring', colour: 'red', __proto__x: 'y' });
  expect((await post(site, workshop.id, typed)).status).toBe(303);
  const [kept] = await stored(typed['inf_field_Email'] as string);
  expect(kept?.utm).toEqual({ utm_source: 'newsletter', utm_campaign: 'spring' });
  expect(Object.keys(kept?.fields ?? {})).not.toContain('colour');
});

it('length limits count code points, and a line break as one', async () => {
  const wire = 'inf_custom_FounderHouseSpeakerSeriesSpeakerQuestions';
  expect((await post(site, workshop.id, answers({ inf_field_FirstName: '🏡'.repeat(100) }))).status).toBe(303);
  expect((await post(site, workshop.id, answers({ inf_field_FirstName: '🏡'.repeat(101) }))).status).toBe(422);
  expect((await post(site, workshop.id, answers({ [wire]: 'a\r\n'.repeat(2500) }))).status).toBe(303);
  expect((await post(site, workshop.id, answers({ [wire]: 'a\r\n'.repeat(2501) }))).status).toBe(422);
});

describe('a refused post stores nothing', () => {
  const email = 'nobody.refused@example.com';
  const body = () => new URLSearchParams(answers({ inf_field_Email: email })).toString();
  const bodyOver = (bytes: number) => body() + `&x=${'y'.repeat(bytes)}`;

  it.each<[string, number, () => Promise<Response>]>([
    ['an unknown form', 404, () => post(site, 'deadbeefdeadbeefdeadbeefdeadbeef', body())],
    ['another content type', 415, () => post(site, workshop.id, body(), { 'content-type': 'text/plain' })],
    ['no content type', 415, () => post(site, workshop.id, new Blob([body()]), { 'content-type': '' })],
    [
      'another charset',
      415,
      () => post(site, workshop.id, body(), { 'content-type': 'application/x-www-form-urlencoded; charset=utf-16' }),
    ],
    ['over 64 KiB, declared', 413, () => post(site, workshop.id, bodyOver(65_536))],
    ['over 64 KiB, chunked', 413, () => post(site, workshop.id, new Blob([bodyOver(65_536)]).stream())],
    ['over 100 fields', 413, () => post(site, workshop.id, body() + '&x=1'.repeat(100))],
    ['a field twice', 400, () => post(site, workshop.id, `${body()}&inf_field_Phone1=2`)],
    ['a foreign origin', 403, () => post(site, workshop.id, body(), { origin: 'https://elsewhere.example' })],
    ['a null origin', 403, () => post(site, workshop.id, body(), { origin: 'null' })],
    ['invalid UTF-8', 422, () => post(site, workshop.id, `${body()}&inf_custom_FounderHouseSpeakerSeriesSpeakerQuestions=%ff`)],
    ['a control character', 422, () => post(site, workshop.id, answers({ inf_field_Email: email, inf_field_Company: 'Va\u0000ne' }))],
    [
      'a box with another value',
      422,
      () => post(site, workshop.id, answers({ inf_field_Email: email, inf_option_AddmetotheFounderHouseSlackCommunity: 'on' })),
    ],
    ['nothing at all', 422, () => post(site, workshop.id, '')],
  ])('%s: %i', async (_, status, send) => {
    const response = await send();
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'/u);
    expect(await response.text()).toContain('<h1');
    expect(await stored(email)).toEqual([]);
  });

  it('the Origin of the site and of its loopback names is accepted', async () => {
    expect((await post(site, workshop.id, answers(), { origin: site.url })).status).toBe(303);
    expect((await post(site, workshop.id, answers(), { origin: site.url.replace('127.0.0.1', 'localhost') })).status).toBe(303);
  });
});

it.runIf(currentDeployment() === 'postgres')('submissions are stored in the database of DATABASE_URL', async () => {
  const [counted] = await queryIn(site.settings['DATABASE_URL'] as string, 'SELECT count(*) AS count FROM submissions');
  expect(Number(counted?.['count'])).toBeGreaterThan(5);
});
