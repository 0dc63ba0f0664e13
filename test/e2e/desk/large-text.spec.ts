import { expect, test } from '../../support/desk-fixtures.ts';

test.use({ opensToday: false, viewport: { width: 390, height: 844 } });

test('the deliveries fit a phone that shows text at twice its size', async ({ page, desk }) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  await page.goto(`${desk.origin}/deliveries`);
  await expect(page.getByRole('button', { name: /^Retry: / })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
