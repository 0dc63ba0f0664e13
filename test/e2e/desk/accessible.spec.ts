import type { Page } from '@playwright/test';
import { violations } from '../../support/axe.ts';
import { tabThrough } from '../../support/keyboard.ts';
import { expect, test } from '../../support/desk-fixtures.ts';

/** Each tab, the text that shows that it is loaded, and what opens in it. */
const tabs: [path: string, ready: string, open?: (page: Page) => Promise<void>][] = [
  ['/', '0 of 10 seats taken', (page) => page.getByText('The numbers').click()],
  ['/registrations', '9 registrations', (page) => page.getByRole('button', { name: 'Ines Paz' }).click()],
  ['/retreat', '0 of 10 seats taken', (page) => page.getByRole('button', { name: 'Invite: Ada Byron' }).click()],
  ['/cohort', 'Nobody is invited yet'],
  ['/deliveries', '1 delivery parked, 0 on the way'],
  ['/questions', '3 founders registered, 3 questions'],
];

for (const [path, ready, open] of tabs) {
  test(`axe finds nothing to say about ${path}`, async ({ page, desk }) => {
    await page.goto(desk.origin + path);
    await expect(page.getByText(ready)).toBeVisible();
    const fits = async (width: number) => {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} scrolls sideways`).toBe(true);
    };
    const looks = async (width: number, colorScheme: 'light' | 'dark') => {
      await fits(width);
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), `${width} ${colorScheme}`).toEqual([]);
    };
    await looks(1440, 'light');
    await open?.(page);
    await looks(1440, 'dark');
    await looks(768, 'light');
    await fits(390);
    await looks(320, 'light');
  });

  test(`the keyboard goes through ${path}, in order, seen everywhere`, async ({ page, desk }) => {
    await page.goto(desk.origin + path);
    await expect(page.getByText(ready)).toBeVisible();
    const stops = await tabThrough(page);
    expect(stops.length).toBeGreaterThan(6);
    expect(stops.filter(({ backwards }) => backwards)).toEqual([]);
    expect(stops.filter(({ covered }) => covered)).toEqual([]);
    expect(stops[0]?.name).toBe('Skip to content');
  });
}

test('tabs are entered from the keyboard, and the focus goes with them', async ({ page }) => {
  await page.getByRole('link', { name: 'Deliveries' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveTitle('Deliveries · The desk · Founder House');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deliveries');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today at the house');
});
