import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { loadContent } from '../../src/content/load.ts';
import { honeypot, proofField } from '../../src/forms/hidden-fields.ts';
import { paths } from '../../src/paths.ts';
import { fill } from '../support/browser.ts';
import { answers, content, post, waitlist, workshop } from '../support/forms.ts';
import { testWithVariant } from '../support/content-variant.ts';
import type { ContentVariant } from '../support/content-variant.ts';
import { startSiteInProcess } from '../support/http-app.ts';
import type { SiteInProcess } from '../support/http-app.ts';

/**
 * One build of a copy with changed content: the forms post to a provider, registration for the July workshop is closed, a later workshop
 * follows, and the ticket is visible.
 */
const provider = 'forms.provider.example';
const later = { slug: 'the-next-one', formId: '0f1e2d3c4b5a69788796a5b4c3d2e1f0', date: '2099-05-14' };
const whereTaken = 'Taken at the house of Ada';
/** The address of a video call, which an editor wrote into the file of the workshop. */
const meeting = 'https://meet.example/j/98765?pwd=hidden-word';
const july = 'relationships-that-power-your-brand';

let site: SiteInProcess | undefined;
const test = testWithVariant(async (variant) => {
  await addPictures(variant);
  build(variant);
  const { folder } = variant;
  site = await startSiteInProcess({}, { content: loadContent(join(folder, 'content')), folder });
}).extend({
  // Playwright requests it before the site is started, too.
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from here
  baseURL: ({}, provide) => provide(site?.url),
});
test.afterAll(() => site?.[Symbol.asyncDispose]());

/** A host's photograph from a phone, two files that nobody can read, and one with a name that no content file can have. */
async function addPictures(variant: ContentVariant): Promise<void> {
  const photograph = sharp({ create: { width: 1800, height: 2200, channels: 3, background: '#a53' } })
    .withExif({ IFD0: { Copyright: whereTaken }, IFD3: { GPSLatitude: '30/1 16/1 0/1', GPSLatitudeRef: 'N' } })
    .jpeg();
  variant
    .write('uploads/people/phone.jpg', await photograph.toBuffer())
    .write('uploads/people/iphone.jpg', Buffer.from('00000018667479706865696300000000', 'hex'))
    .write('uploads/people/broken.png', 'no picture')
    .write('uploads/people/Team #1?.jpg', await photograph.toBuffer())
    .edit('retreats/spring-2026/hosts.yaml', /^( +)src: .*$/mu, '$1src: /uploads/people/phone.jpg');
}

function build(variant: ContentVariant): void {
  variant
    .edit('site.yaml', /^ {2}host:.*$/mu, `  host: ${provider}`)
    .edit('site.yaml', /^name: .*$/mu, 'name: The House of Ada')
    .edit('retreats/spring-2026/ticket.yaml', 'visible: false', 'visible: true')
    .edit(`speaker-series/${july}.yaml`, 'registration: open', 'registration: closed')
    .copy(`speaker-series/${july}.yaml`, `speaker-series/${later.slug}.yaml`)
    .edit(`speaker-series/${later.slug}.yaml`, 'registration: closed', 'registration: until-start')
    .edit(`speaker-series/${later.slug}.yaml`, /^on: .*$/mu, `on: ${later.date}`)
    .edit(`speaker-series/${later.slug}.yaml`, /^headline: .*$/mu, 'headline: The Next One')
    .edit(`speaker-series/${later.slug}.yaml`, /^( {2}id: ).*$/mu, `$1${later.formId}`)
    .edit(`speaker-series/${later.slug}.yaml`, /^join:$/mu, `join:\n  url: ${meeting}`)
    .build();
}

/** Responds to requests to the provider with a test page. */
const fakeProvider = (page: Page) =>
  page.route(`https://${provider}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>The provider</h1>' }));

/** Returns the bytes of each file that visitors can get. */
const publicFiles = ({ folder }: ContentVariant) =>
  readdirSync(join(folder, 'dist/client'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));

test('a photograph is published without the place where it was taken, and its original is not', async ({ variant, request }) => {
  const picture = await request.get('/uploads/people/phone.jpg');
  const { width, exif } = await sharp(await picture.body()).metadata();
  expect([width, exif]).toEqual([1600, undefined]);
  expect(publicFiles(variant).filter((bytes) => bytes.includes(whereTaken))).toEqual([]);
  expect(await (await request.get('/')).text()).toMatch(/phone\.[\w-]+\.avif/u);
  for (const name of ['iphone.jpg', 'broken.png']) expect((await request.get(`/uploads/people/${name}`)).status()).toBe(404);
});

// One worker and one build: if the build fails, the other tests are skipped.
test.describe.configure({ mode: 'serial' });

test('the forms post to the provider, which the content security policy allows', async ({ page }) => {
  await fakeProvider(page);
  const refused: string[] = [];
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
  const home = await page.goto('/');
  const policy = home?.headers()['content-security-policy'];
  expect(policy).toMatch(new RegExp(`form-action 'self' https://${provider}(?:;|$)`, 'u'));
  expect(policy).toMatch(new RegExp(`frame-src 'self' https://${provider}(?:;|$)`, 'u'));
  expect(home?.headers()['cross-origin-embedder-policy']).toBeUndefined();
  const frame = page.getByTitle('Founder House retreat waitlist');
  await expect(frame).toHaveAttribute('src', `https://${provider}/app/form/${waitlist.id}`);
  await frame.scrollIntoViewIfNeeded();
  await expect(frame.contentFrame().getByRole('heading')).toHaveText('The provider');

  await page.goto('/speaker-series');
  const challenges: string[] = [];
  page.on('request', (sent) => sent.url().endsWith(paths.challenge) && challenges.push(sent.url()));
  const form = page.locator('#register form');
  await expect(form).toHaveAttribute('action', `https://${provider}/app/form/process/${later.formId}`);
  await fill(page.mainFrame());
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await form.getByRole('button').click();
  const request = await sent;
  expect(request.url()).toBe(`https://${provider}/app/form/process/${later.formId}`);
  const fields = new URLSearchParams(request.postData() ?? '');
  expect(fields.get('inf_form_xid')).toBe(later.formId);
  expect(fields.get('inf_field_FirstName')).toBe('Ottoline');
  // A provider has its own protection against spam.
  expect([fields.has(honeypot), fields.has(proofField), challenges]).toEqual([false, false, []]);
  await expect(page.getByRole('heading')).toHaveText('The provider');
  expect(refused).toEqual([]);
});

test('the later workshop is the featured one, and both keep their calendar files', async ({ page, request }) => {
  await page.goto('/speaker-series');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Next One');
  await expect(page.locator('#event')).toContainText('Thursday, May 14th');
  await expect(page.getByText('This workshop is over')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Add to calendar' })).toHaveAttribute('href', `/speaker-series/${later.slug}.ics`);
  const files = await Promise.all([later.slug, july].map((slug) => request.get(`/speaker-series/${slug}.ics`)));
  const starts = await Promise.all(files.map(async (file) => /DTSTART:\w+/u.exec(await file.text())?.[0]));
  expect(starts).toEqual(['DTSTART:20990514T150000Z', 'DTSTART:20250711T150000Z']);
});

test('the address of a video call in the content is on no page, in no calendar file and not in the sitemap', async ({
  variant,
  request,
}) => {
  expect(publicFiles(variant).filter((bytes) => bytes.includes('meet.example'))).toEqual([]);
  for (const path of ['/speaker-series', paths.workshop(later.slug), paths.calendar(later.slug), paths.form(later.formId), paths.sitemap])
    expect([path, (await (await request.get(path)).text()).includes('meet.example')]).toEqual([path, false]);
});

test('a closed form shows what to do instead, and refuses posts with 410', async ({ page }) => {
  const { closed } = content.workshops[0]!.form;
  await page.goto(`/app/form/${workshop.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(closed.heading);
  await expect(page.getByRole('main')).toContainText(closed.text);
  await expect(page.locator('form')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: 'Waitlist' })).toHaveAttribute('href', '/#waitlist-form');
  const response = await post(site!, workshop.id, answers());
  expect(response.status).toBe(410);
  expect(await response.text()).toContain(closed.text.split(' ').slice(-5).join(' '));
  expect((await post(site!, later.formId, answers())).status).toBe(303);
});

test('a link preview names the community as the content does', async ({ page }) => {
  for (const address of [paths.home, paths.speakerSeries]) {
    await page.goto(address);
    await expect(page.locator('meta[property="og:site_name"]')).toHaveAttribute('content', 'The House of Ada');
  }
});

test('a visible ticket is on the page', async ({ page }) => {
  await fakeProvider(page);
  await page.goto('/');
  await expect(page.locator('#ticket')).toContainText('$4,900');
  await expect(page.locator('#next-steps')).toHaveCount(0);
  const ids = await page.locator('main section').evaluateAll((all) => all.map(({ id }) => id));
  expect(ids.indexOf('ticket')).toBe(ids.indexOf('takeaways') + 1);
});
