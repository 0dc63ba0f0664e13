import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';

/**
 * Returns the computed styles and the position of every element above the fold, without custom properties, which show in the styles that
 * use them, and without the names of the web fonts, which the deferred style sheet adds.
 */
const firstScreen = (page: Page) =>
  page.evaluate(() => {
    const link = document.querySelector('body link[rel="stylesheet"]')!;
    const above = [...document.body.querySelectorAll('*')].filter(
      (element) => element.compareDocumentPosition(link) === Node.DOCUMENT_POSITION_FOLLOWING && !element.closest('svg'),
    );
    return above.map((element) => {
      const styles = getComputedStyle(element);
      const { x, y, width, height } = element.getBoundingClientRect();
      return [
        element.outerHTML.slice(0, 80),
        { x, y, width, height },
        [...styles]
          .filter((name) => !name.startsWith('--'))
          .map((name) => `${name}: ${styles.getPropertyValue(name).replace(/^(Fraunces|"Instrument Sans"), /u, '')}`),
      ];
    });
  });

// A script would insert the visitor's local time.
test.use({ javaScriptEnabled: false });

for (const path of ['/', '/speaker-series'])
  test(`the first screen of ${path} does not change when the deferred style sheet loads`, async ({ page }) => {
    // Blocks the web fonts, which would change the text.
    await page.route('**/*.woff2', () => {});
    for (const width of [360, 1440])
      await test.step(`${width} pixels wide`, async () => {
        await page.setViewportSize({ width, height: 800 });
        const held = Promise.withResolvers<void>();
        await page.route('**/*.css', async (route) => {
          await held.promise;
          await route.continue();
        });
        await page.goto(path, { waitUntil: 'commit' });
        const title = page.getByRole('heading', { level: 1 });
        await expect(title).toBeVisible();
        await expect(page.locator('footer')).toHaveCount(0);
        const before = await firstScreen(page);
        expect(before.length).toBeGreaterThan(10);

        held.resolve();
        await expect(page.locator('footer')).toHaveCount(1);
        expect(await firstScreen(page)).toEqual(before);
      });
  });

test('below a notice, the button of the workshop page is on the first screen of a small phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/speaker-series');
  await expect(page.getByText('This workshop is over.')).toBeInViewport();
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
  await expect(page.locator('#hero').getByRole('link')).toBeInViewport({ ratio: 1 });
});
