import { test as base, expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { clockAt } from '../support/clock.ts';
import { ContentVariant } from '../support/content-variant.ts';
import { answers, post, waitlist, workshop } from '../support/forms.ts';
import { startMailServer } from '../support/mail-server.ts';
import { unlimited } from '../support/proof.ts';
import { startSite } from '../support/site.ts';

/** One build with two retreats and two workshops whose pages turn by the clock. Each test starts it at an instant of its own. */
const fall = { slug: 'fall-2027', formId: '7a1e2d3c4b5a69788796a5b4c3d2e1f0' };
const july = 'relationships-that-power-your-brand';
const winter = { slug: 'opening-week', formId: '8b1e2d3c4b5a69788796a5b4c3d2e1f0' };
const next = 'Join the waitlist for the next retreat';

function build(variant: ContentVariant): void {
  variant
    .copy('retreats/spring-2026', `retreats/${fall.slug}`)
    .copy(`speaker-series/${july}.yaml`, `speaker-series/${winter.slug}.yaml`)
    .edit('retreats/spring-2026/facts.yaml', 'afterwards: keep', 'afterwards: turn')
    .edit(`speaker-series/${july}.yaml`, 'afterwards: keep', 'afterwards: turn')
    .edit(`speaker-series/${winter.slug}.yaml`, 'afterwards: keep', 'afterwards: turn')
    .edit(`speaker-series/${winter.slug}.yaml`, /^on: .*$/mu, 'on: 2026-12-04')
    .edit(`speaker-series/${winter.slug}.yaml`, /^headline: .*$/mu, 'headline: Opening Week')
    .edit(`speaker-series/${winter.slug}.yaml`, /^( {2}id: ).*$/mu, `$1${winter.formId}`);
  const facts = variant.read(`retreats/${fall.slug}/facts.yaml`);
  variant.write(
    `retreats/${fall.slug}/facts.yaml`,
    facts
      .replaceAll('Spring 2026', 'Fall 2027')
      .replace('earliest: 2026-03-01', 'earliest: 2027-09-01')
      .replace('latest: 2026-05-31', 'latest: 2027-11-30')
      .replace('afterwards: keep', 'afterwards: turn')
      .replace(waitlist.id, fall.formId),
  );
  variant.edit(`retreats/${fall.slug}/hero.yaml`, '- Spring 2026', '- Fall 2027').build();
}

const test = base.extend<object, { variant: ContentVariant }>({
  variant: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from here
    async ({}, provide) => {
      using variant = new ContentVariant();
      build(variant);
      await provide(variant);
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

// One worker and one build: where that fails, the others need not try it again.
test.describe.configure({ mode: 'serial' });

const startAt = (variant: ContentVariant, instant: string, env: Record<string, string> = {}) =>
  startSite({ folder: variant.folder, env: { ...unlimited, ...clockAt(new Date(instant)), ...env } });

/** The types of what the page tells search engines. */
const typesOn = async (page: Page) => {
  const scripts = await page.locator('script[type="application/ld+json"]').allTextContents();
  return scripts.map((text) => (JSON.parse(text) as { '@type': string })['@type']);
};

test('while the first retreat lies ahead it is on the front page, and the second one is announced at its own address', async ({
  page,
  variant,
}) => {
  await using site = await startAt(variant, '2026-04-01T12:00:00Z');
  await page.goto(site.url);
  await expect(page.getByRole('link', { name: 'Join the Founder House Waitlist for Spring 2026' }).first()).toBeVisible();
  expect(await typesOn(page)).toContain('Event');
  const own = await fetch(`${site.url}/retreats/spring-2026`, { redirect: 'manual' });
  expect([own.status, own.headers.get('location')]).toEqual([307, '/']);

  await page.goto(`${site.url}/retreats/${fall.slug}`);
  await expect(page.getByRole('link', { name: 'Join the Founder House Waitlist for Fall 2027' }).first()).toBeVisible();
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/retreats\/fall-2027$/u);
  const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text();
  expect(sitemap).toContain('/retreats/fall-2027<');
  expect(sitemap).not.toContain('/retreats/spring-2026<');
  expect((await fetch(`${site.url}/retreats/no-such-season`)).status).toBe(404);
});

test('the day after its last one, a retreat is an archive without a form, and the next is on the front page', async ({ page, variant }) => {
  // The last day ends at midnight in Austin, five hours behind UTC.
  await using before = await startAt(variant, '2026-06-01T04:58:00Z');
  await page.goto(before.url);
  await expect(page.getByRole('link', { name: /for Spring 2026/u }).first()).toBeVisible();

  await using site = await startAt(variant, '2026-06-01T05:00:00Z');
  await page.goto(site.url);
  await expect(page.getByRole('link', { name: /for Fall 2027/u }).first()).toBeVisible();
  await page.goto(`${site.url}/retreats/spring-2026`);
  expect(await page.locator('main section').evaluateAll((all) => all.map(({ id }) => id))).toEqual([
    'hero',
    'letter',
    'testimonials',
    'sessions',
    'hosts',
    'gallery',
  ]);
  await expect(page.locator('form, iframe')).toHaveCount(0);
  await expect(page.getByText('Spring 2026 in Austin, Texas')).toBeVisible();
  expect(await typesOn(page)).toEqual([]);
  await page.getByRole('link', { name: 'See the current retreat' }).click();
  await expect(page).toHaveURL(`${site.url}/`);

  // A form that was embedded elsewhere goes on to the next waitlist.
  expect((await post(site, waitlist.id, answers())).status).toBe(303);
  const stored = JSON.parse((await site.organizer('submissions', 'list', '--state', 'held', '--json')).stdout) as { formId: string }[];
  expect(stored).toHaveLength(1);
});

test('after the last retreat the front page says so, and takes names for the next one', async ({ page, variant }) => {
  await using mailServer = await startMailServer();
  await using site = await startAt(variant, '2028-01-10T12:00:00Z', { SMTP_URL: mailServer.url });
  await page.goto(site.url);
  await expect(page.getByText('The Fall 2027 retreat is over.')).toBeVisible();
  const calls = await page.locator(`a[href="#waitlist-form"]`).allTextContents();
  expect(new Set(calls.map((text) => text.trim()))).toEqual(new Set([next]));
  expect(await typesOn(page)).not.toContain('Event');
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /The Fall 2027 retreat is over/u);
  await page.goto(`${site.url}/app/form/${fall.formId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The next Founder House Retreat');
  await page.goto(`${site.url}/app/form/${fall.formId}/received`);
  await expect(page.getByRole('main')).toContainText('the next Founder House Retreat');

  expect((await post(site, fall.formId, answers())).status).toBe(303);
  const [asked] = await mailServer.waitForMails(1);
  const link = /https?:\/\/\S+\/confirm\/\S+/u.exec(asked?.mail.text ?? '')?.[0] as string;
  expect((await fetch(link, { method: 'POST' })).status).toBe(200);
  const mails = await mailServer.waitForMails(2);
  expect(mails[1]?.mail.text).toContain('You are on the waitlist for the next Founder House Retreat.');
});

test('a workshop that is over takes names for the next one, and promises no seat', async ({ page, variant }) => {
  await using mailServer = await startMailServer();
  await using site = await startAt(variant, '2027-01-10T12:00:00Z', { SMTP_URL: mailServer.url });
  await page.goto(`${site.url}/speaker-series`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Opening Week');
  await expect(page.getByText('This workshop is over.')).toBeVisible();
  await expect(page.locator('#register').getByRole('button')).toHaveText('Tell me about the next one');
  await expect(page.locator('#register').getByRole('heading', { level: 2 })).toHaveText('Hear about the next workshop');
  expect(await typesOn(page)).toEqual(['BreadcrumbList']);
  await expect(page.getByText(/still open|Reserve My Spot/u)).toHaveCount(0);

  // The one before it stays at its own address.
  await page.goto(`${site.url}/speaker-series/${july}`);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/speaker-series/${july}$`, 'u'));
  const own = await fetch(`${site.url}/speaker-series/${winter.slug}`, { redirect: 'manual' });
  expect([own.status, own.headers.get('location')]).toEqual([307, '/speaker-series']);

  expect((await post(site, winter.formId, answers())).status).toBe(303);
  const [asked] = await mailServer.waitForMails(1);
  const link = /https?:\/\/\S+\/confirm\/\S+/u.exec(asked?.mail.text ?? '')?.[0] as string;
  expect((await fetch(link, { method: 'POST' })).status).toBe(200);
  const mail = (await mailServer.waitForMails(2))[1]?.mail;
  expect(mail?.subject).toMatch(/^This workshop is over/u);
  expect(mail?.attachments).toEqual([]);
  expect(mail?.text).not.toMatch(/You are in|reserved/u);
});

test('the workshop of July is on its page until it ends', async ({ page, variant }) => {
  await using site = await startAt(variant, '2025-07-01T12:00:00Z');
  await page.goto(`${site.url}/speaker-series`);
  await expect(page.locator('#register form')).toHaveAttribute('action', `/app/form/process/${workshop.id}`);
  await page.goto(`${site.url}/speaker-series/${winter.slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Opening Week');
});
