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
  await page.route('**/shown', (route) => route.fulfill({ status: 200, headers, body }), { times: 1 });
  await page.goto('/shown');
}

/** Posts a form without a proof; returns the link of the confirmation email. */
async function confirmLink(site: Site): Promise<string> {
  const typed = answers();
  await post(site, workshop.id, typed);
  const [mail] = await mailTo(site, typed['inf_field_Email'] as string);
  return linkIn(mail!, site);
}

/** Returns the built error page of a status under its content security policy; its status would need a fault to occur. */
function problemPage(status: number): Response {
  const name = `problems/${status}.html`;
  const { policies } = JSON.parse(readFileSync(join(root, 'dist/build.json'), 'utf8')) as BuildManifest;
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policies[name]! };
  return new Response(readFileSync(join(root, 'dist/client', name), 'utf8'), { headers });
}

/**
 * Every page, and every state of a page that looks different, with a function that opens it. One test opens the states of a group one after
 * the other in one page: a browser takes much longer to compile axe for a new context than to run it.
 */
type State = [name: string, show: (page: Page, site: Site) => Promise<unknown>];
const groups: Record<string, State[]> = {
  'the retreat page': [
    [
      'the whole page: second picture, a question open, the form loaded',
      async (page) => {
        await page.goto('/');
        await page.locator('#faq summary').first().click();
        await page.locator('#gallery figure').first().scrollIntoViewIfNeeded();
        await page.getByRole('button', { name: 'Next picture' }).click();
        await waitForHydration(await waitlistFrame(page));
      },
    ],
  ],
  'the pages without a form': [
    ['the privacy page', (page) => page.goto('/privacy')],
    ['the accessibility statement', (page) => page.goto('/accessibility')],
    ['the 404 page', (page) => page.goto('/nobody')],
    ['the thank-you page of the waitlist', (page) => page.goto(paths.received(waitlist.id))],
    ['the thank-you page of the workshop', (page) => page.goto(paths.received(workshop.id))],
    ['a refused post', async (page, site) => showResponse(page, await post(site, workshop.id, `x=${'y'.repeat(66_000)}`))],
    // All error pages are one component with different texts.
    ['an error page', async (page) => showResponse(page, problemPage(503))],
  ],
  'the workshop form': [
    ['the workshop page', (page) => page.goto('/speaker-series').then(() => waitForHydration(page.mainFrame()))],
    [
      'the workshop page with errors',
      async (page) => {
        await page.locator('form').getByRole('button').click();
        await expect(page.getByRole('alert')).toBeFocused();
      },
    ],
    ['the form in a page of its own', (page) => page.goto(paths.form(workshop.id))],
    [
      'a form that the server refused',
      async (page, site) => showResponse(page, await post(site, workshop.id, answers({ inf_field_Email: 'nobody', inf_field_Phone1: '' }))),
    ],
  ],
  'the waitlist form and the confirmation of an address': [
    ['the page that asks the visitor to check the inbox', (page) => page.goto(paths.checkInbox(waitlist.id))],
    ['the page that confirms an address', async (page, site) => page.goto(await confirmLink(site))],
    [
      'the page of a confirmed address',
      async (page) => {
        await page.getByRole('button').click();
        await expect(page.getByText('Your email address is confirmed.')).toBeVisible();
      },
    ],
    ['the waitlist form', (page) => page.goto(paths.form(waitlist.id))],
    [
      'a form that waits for its proof',
      async (page) => {
        await page.route(`**${paths.challenge}`, () => undefined);
        await waitForHydration(page.mainFrame());
        await fill(page.mainFrame());
        await page.locator('form').getByRole('button').click();
        await expect(page.locator('form').getByRole('button')).toHaveText('Sending in a moment…');
      },
    ],
  ],
};

test('the sitemap contains only pages that axe checks', async ({ request }) => {
  const map = await (await request.get('/sitemap.xml')).text();
  const mapped = [...map.matchAll(/<loc>([^<]+)<\/loc>/gu)].map(([, address]) => new URL(address!).pathname);
  expect(mapped.toSorted()).toEqual(['/', '/privacy', '/speaker-series']);
});

/** Each combination of width and color scheme. Rules that do not depend on colors run once per width. */
const looks = [
  [1440, 'light', 'everything'],
  [1440, 'dark', 'colors'],
  [360, 'dark', 'everything'],
  [360, 'light', 'colors'],
] as const;

// A group takes as long as several tests.
test.describe.configure({ timeout: 180_000 });

for (const [group, states] of Object.entries(groups)) {
  test(`axe finds no violations in ${group}`, async ({ page, site }) => {
    for (const [name, show] of states) {
      await test.step(name, async () => {
        await page.emulateMedia({ colorScheme: 'light' });
        await page.setViewportSize({ width: 1440, height: 900 });
        await show(page, site);
        for (const [width, colorScheme, what] of looks) {
          await page.setViewportSize({ width, height: 780 });
          await page.emulateMedia({ colorScheme });
          expect.soft(await violations(page, what), `${name}, ${width} pixels wide, ${colorScheme}`).toEqual([]);
        }
      });
    }
  });
}
