import { expect, test } from '../../support/desk-fixtures.ts';

test('a text is changed on the page itself, with the keyboard, and taken back', async ({ page, desk }) => {
  await page.goto(`${desk.origin}/pages?page=not-found`);
  const shown = page.frameLocator('iframe');
  const text = shown.locator('[data-at="words.yaml#/notFound/text"]');
  // A text can be edited once the desk has prepared the page in the frame.
  await expect(text).toHaveAttribute('tabindex', '0', { timeout: 60_000 });
  await text.focus();
  const before = await text.innerText();

  await page.keyboard.press('Enter');
  await expect(text).toHaveAttribute('contenteditable', 'plaintext-only');
  await page.keyboard.type(' Not kept.');
  await page.keyboard.press('Escape');
  await expect(text).toHaveText(before);

  await page.keyboard.press('Enter');
  await expect(text).toHaveAttribute('contenteditable', 'plaintext-only');
  await page.keyboard.type(' “Kept”: #1.');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 change in your draft.')).toBeVisible();
  await page.reload();
  await expect(text).toHaveText(`${before} “Kept”: #1.`, { timeout: 30_000 });

  await page.getByRole('button', { name: 'Publish …' }).click();
  await expect(page.getByRole('dialog')).toContainText(`Before: ${before}`);
  await expect(page.getByRole('dialog')).toContainText(`After: ${before} “Kept”: #1.`);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Take back the last change' }).click();
  await expect(page.getByText('Your draft is what the site says.')).toBeVisible();
  await expect(text).toHaveText(before);
});
