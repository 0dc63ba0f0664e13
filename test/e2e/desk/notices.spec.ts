import { expect, test } from '../../support/desk-fixtures.ts';

test('a mistyped address of an open desk says that it does not exist, and leads back', async ({ page, desk }) => {
  expect((await page.goto(`${desk.origin}/nosuch`))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the desk' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
});

test('without a mail server, the desk says that no email leaves the machine', async ({ page, desk }) => {
  await expect(page.getByRole('link', { name: 'No mail server is set' })).toBeVisible();
  await page.route('**/api/deliveries?*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { rows: object[] };
    await route.fulfill({ response, json: { ...body, rows: body.rows.map((row) => Object.assign(row, { state: 'delivered' })) } });
  });
  await page.goto(`${desk.origin}/deliveries`);
  await expect(page.getByRole('cell', { name: 'Written to a file' })).toBeVisible();
  await expect(page.getByText('No mail server is set')).toBeVisible();
});
