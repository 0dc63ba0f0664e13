import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { answersOf, registration, storeAll } from '../../support/desk.ts';
import { test as onLoopback } from '../../support/desk-fixtures.ts';
import { enter, test } from '../../support/passkeys.ts';

/** The site of these tests has no mail server; the page is told that there is one. */
const withMailServer = (page: Page) =>
  page.route('**/api/site', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), sendsMail: true } });
  });

const says = (page: Page, what: RegExp) => expect(page.getByRole('status').getByText(what)).toBeVisible();

async function invite(page: Page, name: string) {
  await page.getByRole('button', { name: `Invite: ${name}` }).click();
  await page.getByRole('button', { name: 'Send the invitation' }).click();
}

// The page may request it once more while its desk is closed.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));
onLoopback.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

test('the desk away from the server, which the running site serves, says that an email goes out immediately', async ({ page, house }) => {
  await storeAll(house.site.dataDir, [registration({ more: answersOf('Grace Hopper', 'Cobol') })]);
  await withMailServer(page);
  await enter(page, await house.invite('Ada'));
  await page.getByRole('link', { name: 'The retreat' }).click();
  await invite(page, 'Grace Hopper');
  await says(page, /^Grace Hopper is invited until .*\. The email will go out immediately\.$/u);
  await page.getByRole('button', { name: 'Extend: Grace Hopper' }).click();
  // The days that the dialog proposes are later than the deadline of an invitation that was just sent.
  await page.getByRole('dialog').getByRole('button', { name: 'Extend the invitation' }).click();
  await says(page, /^Grace Hopper’s invitation is now open until .*\. The email will go out immediately\.$/u);
});

onLoopback.describe('the desk on the server’s own screen', () => {
  onLoopback.use({ opensToday: false });
  onLoopback('says that an email goes out immediately, or as soon as the site is running', async ({ page, desk }) => {
    await withMailServer(page);
    await page.goto(`${desk.origin}/retreat`);
    await invite(page, 'Ada Byron');
    await says(page, /^Ada Byron is invited until .*\. The email will go out immediately, or as soon as the site is running\.$/u);
  });
});
