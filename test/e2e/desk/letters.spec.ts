import { expect, test } from '../../support/desk-fixtures.ts';

test('an organizer opens, changes, leaves and deletes a letter with the keyboard, and loses neither the focus nor unsaved text', async ({
  page,
  desk,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`${desk.origin}/letters`);
  await page.getByRole('radio', { name: 'Missed a workshop' }).press('Space');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByRole('button', { name: 'Create both letters after this workshop' }).press('Enter');
  await expect(page.getByText('Two letters are in the list below')).toBeFocused();
  await page.getByRole('button', { name: /^Open: We missed you/u }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^We missed you/u })).toBeFocused();

  const mailToMe = page.getByRole('button', { name: 'Mail it to me first' });
  await expect(mailToMe).toBeVisible();
  await page.getByLabel('Subject').fill('Where were you?');
  await expect(mailToMe).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Leave without saving' })).toBeVisible();
  await page.getByRole('button', { name: 'Save the text' }).press('Enter');
  await expect(page.getByText('Saved. Mail it to yourself before you send it.')).toBeFocused();
  await expect(mailToMe).toBeVisible();
  await page.getByRole('button', { name: 'All letters' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Letters' })).toBeFocused();

  await page.getByRole('button', { name: /^Open: Where were you/u }).press('Enter');
  await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).press('Enter');
  await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the letter' }).press('Enter');
  await expect(page.getByText('The letter is deleted.')).toBeFocused();
  await expect(page.getByRole('button', { name: /^Open:/u })).toHaveCount(1);
});
