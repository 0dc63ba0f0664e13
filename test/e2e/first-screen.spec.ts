import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';

/**
 * Every style and the place of every element that stands above the fold. Custom properties show in the styles that use them. The web fonts are named
 * when the rest comes, and are not there yet.
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

// A script would fill in the visitor's own time.
test.use({ javaScriptEnabled: false });

for (const path of ['/', '/speaker-series'])
  for (const width of [360, 1440])
    test(`the first screen of ${path} is there, ${width} px wide, before the styles of the rest have come`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      // The fonts stay away, which would change the words in between.
      await page.route('**/*.woff2', () => {});
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

test('the logo above the first words of the retreat page shows the drawing behind them', async ({ page }) => {
  await page.goto('/');
  const drawn = await page.locator('header use').evaluate((use: SVGUseElement) => use.getBBox().width);
  expect(drawn).toBeGreaterThan(1000);
});
