import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { answers, post, waitlist, workshop } from '../support/forms.ts';
import type { BuildManifest } from '../../src/http/static-files.ts';
import { paths } from '../../src/paths.ts';
import { expect, fill, waitForHydration, test, waitlistFrame } from '../support/browser.ts';
import { linkIn, mailTo } from '../support/mails.ts';
import { root } from '../support/environment.ts';
import type { Site } from '../support/site.ts';

/** Renders the response to a post under its own content security policy. */
async function showResponse(page: Page, response: Response): Promise<void> {
  const { body, headers } = { body: await response.text(), headers: Object.fromEntries(response.headers) };
  await page.route('**/shown', (route) => route.fulfill({ status: 200, headers, body }));
  await page.goto('/shown');
}

/** Posts a form without a proof; returns the link of the confirmation mail. */
async function confirmLink(site: Site): Promise<string> {
  const typed = answers();
  await post(site, workshop.id, typed);
  const [mail] = await mailTo(site, typed['inf_field_Email'] as string);
  return linkIn(mail!, site);
}

/** Returns the built error page of a status, and its content security policy; its status would need a fault to occur. */
function problemPage(status: number) {
  const name = `problems/${status}.html`;
  const { policies } = JSON.parse(readFileSync(join(root, 'dist/build.json'), 'utf8')) as BuildManifest;
  return {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policies[name]! },
    body: readFileSync(join(root, 'dist/client', name), 'utf8'),
  };
}

/** Every page, and every state of a page that looks different, with a function that opens it. */
const states: [name: string, show: (page: Page, site: Site) => Promise<unknown>][] = [
  [
    'the whole retreat page: second picture, a question open, the form loaded',
    async (page) => {
      await page.goto('/');
      await page.locator('#faq summary').first().click();
      await page.locator('#gallery figure').first().scrollIntoViewIfNeeded();
      await page.getByRole('button', { name: 'Next picture' }).click();
      await waitForHydration(await waitlistFrame(page));
    },
  ],
  ['the workshop page', (page) => page.goto('/speaker-series').then(() => waitForHydration(page.mainFrame()))],
  ['the privacy page', (page) => page.goto('/privacy')],
  ['the accessibility statement', (page) => page.goto('/accessibility')],
  ['the 404 page', (page) => page.goto('/nobody')],
  ['the waitlist form', (page) => page.goto(`/app/form/${waitlist.id}`)],
  ['the workshop form', (page) => page.goto(`/app/form/${workshop.id}`)],
  ['the thank-you page of the waitlist', (page) => page.goto(`/app/form/${waitlist.id}/received`)],
  ['the thank-you page of the workshop', (page) => page.goto(`/app/form/${workshop.id}/received`)],
  [
    'the workshop form with errors',
    async (page) => {
      await page.goto('/speaker-series');
      await waitForHydration(page.mainFrame());
      await page.locator('form').getByRole('button').click();
      await expect(page.getByRole('alert')).toBeFocused();
    },
  ],
  [
    'a form that the server refused',
    async (page, site) => showResponse(page, await post(site, workshop.id, answers({ inf_field_Email: 'nobody', inf_field_Phone1: '' }))),
  ],
  ['the page that asks the visitor to check the inbox', (page) => page.goto(paths.checkInbox(waitlist.id))],
  ['the page that confirms an address', async (page, site) => page.goto(await confirmLink(site))],
  [
    'the page of a confirmed address',
    async (page, site) => {
      await page.goto(await confirmLink(site));
      await page.getByRole('button').click();
      await expect(page.getByText('Your email address is confirmed.')).toBeVisible();
    },
  ],
  [
    'a form that waits for its proof',
    async (page) => {
      await page.route(`**${paths.challenge}`, () => undefined);
      await page.goto(paths.form(waitlist.id));
      await waitForHydration(page.mainFrame());
      await fill(page.mainFrame());
      await page.locator('form').getByRole('button').click();
      await expect(page.locator('form').getByRole('button')).toHaveText('Sending in a moment…');
    },
  ],
  ['a refused post', async (page, site) => showResponse(page, await post(site, workshop.id, `x=${'y'.repeat(66_000)}`))],
];

test('the sitemap contains only pages that axe checks', async ({ request }) => {
  const map = await (await request.get('/sitemap.xml')).text();
  const mapped = [...map.matchAll(/<loc>([^<]+)<\/loc>/gu)].map(([, address]) => new URL(address!).pathname);
  expect(mapped.toSorted()).toEqual(['/', '/privacy', '/speaker-series']);
});

/** Each combination of width and color scheme. Rules that do not depend on colors and sizes run once per width. */
const looks = [
  [1440, 'light', 'everything'],
  [1440, 'dark', 'looks'],
  [360, 'dark', 'everything'],
  [360, 'light', 'looks'],
] as const;

async function expectNoViolations(page: Page, which: readonly (typeof looks)[number][]): Promise<void> {
  for (const [width, colorScheme, what] of which) {
    await page.setViewportSize({ width, height: 780 });
    await page.emulateMedia({ colorScheme });
    expect(await violations(page, what), `${width} pixels wide, ${colorScheme}`).toEqual([]);
  }
}

for (const [name, show] of states) {
  test(`axe finds no violations in ${name}`, async ({ page, site }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await show(page, site);
    await expectNoViolations(page, looks);
  });
}

// All error pages are one component with different texts.
test('axe finds no violations in an error page', async ({ page }) => {
  await page.route('**/shown', (route) => route.fulfill({ status: 200, ...problemPage(503) }));
  await page.goto('/shown');
  await expectNoViolations(page, looks);
});
