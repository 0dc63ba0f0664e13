import type { Page } from '@playwright/test';
import { violations } from '../../support/axe.ts';
import { tabThrough } from '../../support/keyboard.ts';
import { expect, test } from '../../support/desk-fixtures.ts';

/** Each tab of the desk, a text that shows that it is loaded, and a function that opens a detail. */
const tabs: [path: string, ready: string, open?: (page: Page) => Promise<void>][] = [
  ['/', '0 of 10 seats taken', (page) => page.getByText('The numbers').click()],
  ['/registrations', '9 registrations', (page) => page.getByRole('button', { name: 'Ines Paz' }).click()],
  ['/retreat', '0 of 10 seats taken', (page) => page.getByRole('button', { name: 'Invite: Ada Byron' }).click()],
  ['/cohort', 'Nobody is invited yet'],
  ['/house', 'Nobody has accepted yet.'],
  ['/deliveries', '1 delivery parked, 0 on the way'],
  ['/questions', '3 founders registered, 3 questions'],
  ['/letters', 'Nothing goes out until you send it.', (page) => page.getByRole('button', { name: 'Write a letter to them' }).click()],
  ['/funnel', 'From a page to a seat'],
  ['/pages?page=not-found', 'Your draft has no changes', (page) => page.getByText('Dates, switches and other values').click()],
];

for (const [path, ready, open] of tabs) {
  test(`axe finds no violations in ${path} of the desk, and Tab moves through it in document order, never covered`, async ({
    page,
    desk,
  }) => {
    const expectLoaded = async () => {
      await expect(page.getByText(ready)).toBeVisible();
      if (path.startsWith('/pages')) await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible();
    };
    await page.goto(desk.origin + path);
    await expectLoaded();
    const expectNoOverflow = async (width: number) => {
      await page.setViewportSize({ width, height: 900 });
      // The preview of a page gets its new width with the next frame.
      const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
      await expect.poll(fits, `${width} does not scroll sideways`).toBe(true);
    };
    // Rules that depend on neither colors nor sizes run for the tab as it opens, for its open detail, and for the narrow layout.
    const expectNoViolations = async (width: number, colorScheme: 'light' | 'dark', what: 'everything' | 'looks') => {
      await expectNoOverflow(width);
      await page.emulateMedia({ colorScheme });
      expect(await violations(page, what), `${width} ${colorScheme}`).toEqual([]);
    };
    await expectNoViolations(1440, 'light', 'everything');
    await open?.(page);
    await expectNoViolations(1440, 'dark', open ? 'everything' : 'looks');
    for (const width of [768, 390]) await expectNoOverflow(width);
    await expectNoViolations(320, 'light', 'everything');

    await page.setViewportSize({ width: 1440, height: 900 });
    await page.reload();
    await expectLoaded();
    const stops = await tabThrough(page);
    expect(stops.length).toBeGreaterThan(6);
    expect(stops.filter(({ backwards }) => backwards)).toEqual([]);
    // In a preview, texts can be focused whose lines overlap without covering each other.
    expect(stops.filter(({ covered, framed }) => covered && !framed)).toEqual([]);
    expect(stops[0]?.name).toBe('Skip to content');
  });
}

test('opening a tab of the desk with the keyboard moves the focus to its content', async ({ page }) => {
  await page.getByRole('link', { name: 'Deliveries' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveTitle('Deliveries · The desk · Founder House');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deliveries');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today');
});
