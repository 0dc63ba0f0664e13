import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { answers, post, waitlist, workshop } from '../support/forms.ts';
import type { BuildManifest } from '../../src/http/static-files.ts';
import { paths } from '../../src/paths.ts';
import { problemStatuses } from '../../src/site/problems.ts';
import { expect, fill, waitForHydration, test, waitlistFrame } from '../support/browser.ts';
import { linkIn, mailTo } from '../support/mails.ts';
import { root } from '../support/environment.ts';
import type { Site } from '../support/site.ts';

/** Shows what a post was answered with, under the policy that came with it. */
async function showAnswer(page: Page, answer: Response): Promise<void> {
  const { body, headers } = { body: await answer.text(), headers: Object.fromEntries(answer.headers) };
  await page.route('**/shown', (route) => route.fulfill({ status: 200, headers, body }));
  await page.goto('/shown');
}

/** The link of a mail to somebody who posted without script. */
async function confirmLink(site: Site): Promise<string> {
  const typed = answers();
  await post(site, workshop.id, typed);
  const [mail] = await mailTo(site, typed['inf_field_Email'] as string);
  return linkIn(mail!, site);
}

/** A problem's page and its policy as they were built: most of them need a fault to be met. */
function problemPage(status: number) {
  const name = `problems/${status}.html`;
  const { policies } = JSON.parse(readFileSync(join(root, 'dist/build.json'), 'utf8')) as BuildManifest;
  return {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policies[name]! },
    body: readFileSync(join(root, 'dist/client', name), 'utf8'),
  };
}

/** Every page, and every state of one that looks different, with the way there. */
const states: [name: string, show: (page: Page, site: Site) => Promise<unknown>][] = [
  [
    'the retreat page, whole: pictures turned, questions open, the form in view',
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
  ['the 404 page', (page) => page.goto('/nobody')],
  ['the waitlist form', (page) => page.goto(`/app/form/${waitlist.id}`)],
  ['the workshop form', (page) => page.goto(`/app/form/${workshop.id}`)],
  ['the thanks for the waitlist', (page) => page.goto(`/app/form/${waitlist.id}/received`)],
  ['the thanks for the workshop', (page) => page.goto(`/app/form/${workshop.id}/received`)],
  [
    'the workshop page with its form refused',
    async (page) => {
      await page.goto('/speaker-series');
      await waitForHydration(page.mainFrame());
      await page.locator('form').getByRole('button').click();
      await expect(page.getByRole('alert')).toBeFocused();
    },
  ],
  [
    'a form that the server refused',
    async (page, site) => showAnswer(page, await post(site, workshop.id, answers({ inf_field_Email: 'nobody', inf_field_Phone1: '' }))),
  ],
  ['the page that sends her to her inbox', (page) => page.goto(paths.checkInbox(waitlist.id))],
  ['the page that confirms an address', async (page, site) => page.goto(await confirmLink(site))],
  [
    'an address confirmed',
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
  ['a refused post', async (page, site) => showAnswer(page, await post(site, workshop.id, `x=${'y'.repeat(66_000)}`))],
];

test('every address of the site map is among them', async ({ request }) => {
  const map = await (await request.get('/sitemap.xml')).text();
  const mapped = [...map.matchAll(/<loc>([^<]+)<\/loc>/gu)].map(([, address]) => new URL(address!).pathname);
  expect(mapped.toSorted()).toEqual(['/', '/privacy', '/speaker-series']);
});

/** Each width and colour scheme once, and everything but looks once for each of them. */
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
  test(`axe finds nothing to say about ${name}`, async ({ page, site }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await show(page, site);
    await expectNoViolations(page, looks);
  });
}

for (const status of problemStatuses) {
  // One component in other words: each width and each colour scheme is seen once.
  test(`axe finds nothing to say about the page of status ${status}`, async ({ page }) => {
    const { headers, body } = problemPage(status);
    await page.route('**/shown', (route) => route.fulfill({ status: 200, headers, body }));
    await page.goto('/shown');
    await expectNoViolations(
      page,
      looks.filter(([, , what]) => what === 'everything'),
    );
  });
}
