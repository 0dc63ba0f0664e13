import type { Page } from '@playwright/test';
import { expect, replacePreviews, test } from '../../support/desk-fixtures.ts';

test.use({ opensToday: false });

/** Answers the next changes of an address as the desk does when it refuses them. */
const refuse = (page: Page, address: string | RegExp, method: string) =>
  page.route(address, (route) =>
    route.request().method() === method ? route.fulfill({ status: 503, json: { message: 'The database is down.' } }) : route.fallback(),
  );

test('a dialog whose note cannot be saved stays open when it is closed, says why and what was written, and closes the second time', async ({
  page,
  desk,
}) => {
  await page.goto(`${desk.origin}/retreat`);
  await refuse(page, '**/api/entries/*/memo', 'POST');
  await page.getByRole('button', { name: 'Ada Byron', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Note to self').fill('נפגשנו');
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('alert')).toHaveText(
    'The note about Ada Byron was not saved: The database is down. You wrote: \u2068נפגשנו\u2069',
  );
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('why an invitation was refused is in view, although its button is far below on a phone', async ({ page, desk }) => {
  await page.setViewportSize({ width: 360, height: 500 });
  await page.goto(`${desk.origin}/retreat`);
  await refuse(page, '**/api/entries/*/invite', 'POST');
  await page.getByRole('button', { name: 'Invite: Ada Byron' }).click();
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(page.getByText('The database is down.')).toBeInViewport({ ratio: 1 });
});

test('what was typed on a page in the preview is shown if the change is refused', async ({ page, desk }) => {
  await page.goto(`${desk.origin}/pages?page=mail-waitlist`);
  const hello = page.frameLocator('iframe').locator('[data-at="emails/waitlist.yaml#/text/0"]');
  await hello.click({ timeout: 60_000 });
  await expect(hello).toHaveAttribute('contenteditable', 'plaintext-only');
  await refuse(page, '**/api/pages/value', 'PUT');
  await page.keyboard.type(' good day');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('The database is down. You typed: Hello {firstName}, good day');
  await expect(hello).toHaveText('Hello Ottoline,');
});

test('what was typed about a picture stays if the change is refused because a colleague changed it', async ({ page, desk }) => {
  await replacePreviews(page);
  await page.goto(`${desk.origin}/pages?page=workshop-relationships-that-power-your-brand-upcoming`);
  await page.getByText('Dates, switches and other values').click({ timeout: 60_000 });
  await page.getByRole('button', { name: /speaker, picture$/u }).click();
  const text = page.getByLabel('What the picture shows, in one sentence');
  await text.fill('The speaker at a red door');
  const colleague = 'The speaker laughing';
  await page.route(
    '**/api/pages/value',
    async (route) => {
      const change = route.request().postDataJSON() as { value: string };
      expect((await route.fetch({ postData: JSON.stringify({ ...change, value: colleague }) })).status()).toBe(200);
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Keep this text' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByText(`Changed in the meantime to: ${colleague}`)).toBeVisible();
  await expect(text).toHaveValue('The speaker at a red door');
  await page.getByRole('button', { name: 'Keep this text' }).click();
  await expect(page.getByText(`Changed in the meantime to: ${colleague}`)).toHaveCount(0);
  await expect(text).toHaveValue('The speaker at a red door');
});
