import { expect, replacePreviews, test } from '../../support/desk-fixtures.ts';

test.use({ opensToday: false });

test('a value that was empty is named so among the changes of a publish', async ({ page, desk }) => {
  await replacePreviews(page);
  await page.goto(`${desk.origin}/pages?page=privacy`);
  const side = page.getByRole('complementary', { name: 'What can be changed' });
  await side.getByText('Dates, switches and other values').click();
  await side.getByRole('searchbox', { name: 'Find a value' }).fill('postal address');
  await side.getByRole('button', { name: 'Site: postal address' }).click();
  const place = side.getByRole('region', { name: 'The chosen place' });
  await place.getByLabel('Text').fill('1 Long Table Road, Austin, TX 78701');
  await place.getByRole('button', { name: 'Keep this text' }).click();
  await page.getByRole('button', { name: 'Publish …' }).click();
  const changes = page.getByRole('dialog', { name: 'Publish' });
  await expect(changes).toContainText(/Site: postal address\s*Before: Empty\s*After: 1 Long Table Road/u);
});
