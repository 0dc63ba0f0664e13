import type { Page } from '@playwright/test';
import { paths } from '../../src/paths.ts';
import { waitlist, workshop } from '../support/forms.ts';
import { expect, waitForHydration, test, waitlistFrame } from '../support/browser.ts';
import { tabThrough } from '../support/keyboard.ts';

/** Opens a page and moves through it with Tab: in document order, and with a focus that can be seen and that nothing covers. */
async function expectTabOrder(page: Page, path: string, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.goto(path);
  const stops = await tabThrough(page);
  const look = `${path}, ${colorScheme}`;
  expect.soft(stops.length, look).toBeGreaterThan(0);
  expect
    .soft(
      stops.filter(({ backwards }) => backwards).map(({ name }) => name),
      look,
    )
    .toEqual([]);
  expect
    .soft(
      stops.filter(({ covered }) => covered),
      look,
    )
    .toEqual([]);
  const unseen = stops.filter(({ indicator: { style, width, contrast } }) => style === 'none' || width < 2 || contrast < 3);
  expect.soft(unseen, look).toEqual([]);
  expect
    .soft(
      stops.map(({ name }) => name).filter((name) => name === ''),
      look,
    )
    .toEqual([]);
}

// The colors of the focus are set once for all pages, so the dark ones are checked in the two pages with every kind of control.
for (const path of ['/', '/speaker-series'])
  test(`Tab moves through ${path} in document order with a visible focus, light and dark`, async ({ page }) => {
    for (const colorScheme of ['light', 'dark'] as const) await expectTabOrder(page, path, colorScheme);
  });

test('Tab moves through the other pages in document order with a visible focus', async ({ page }) => {
  const forms = [paths.form(waitlist.id), paths.received(workshop.id), paths.checkInbox(workshop.id)];
  for (const path of ['/privacy', '/accessibility', '/nobody', ...forms]) await expectTabOrder(page, path, 'light');
});

test('the retreat page has a tab stop for every control', async ({ page }) => {
  await page.goto('/');
  await page.locator('#gallery figure').first().scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Next picture' })).toBeVisible();
  await waitForHydration(await waitlistFrame(page));
  await page.goto('/#');
  const names = (await tabThrough(page)).map(({ name }) => name);
  const join = 'Join the Founder House Waitlist for Spring 2026';
  expect(names.filter((name) => name === join)).toHaveLength(3);
  expect(names[0]).toBe('Skip to the content');
  const form = ['First name *', 'Last name *', 'Email *', 'Brand *', 'Phone *', 'System size *'];
  expect(names.slice(names.indexOf('First name *'), names.indexOf('First name *') + 6)).toEqual(form);
  expect(names.indexOf('Previous picture')).toBeLessThan(names.indexOf('First name *'));
  expect(names.at(-1)).toBe('Accessibility');
});

test('Shift+Tab moves through the workshop page in reverse order', async ({ page }) => {
  await page.goto('/speaker-series');
  const there = (await tabThrough(page)).map(({ name }) => name);
  await page.goto('/speaker-series?again');
  const back = (await tabThrough(page, 'Shift+Tab')).map(({ name }) => name);
  expect(back.toReversed()).toEqual(there);
});

test('the skip link of a page moves the focus to the content', async ({ page }) => {
  for (const path of ['/', '/speaker-series', '/privacy', '/nobody']) {
    await page.goto(path);
    const skip = page.getByRole('link', { name: 'Skip to the content' });
    await expect(skip).not.toBeInViewport();
    await page.keyboard.press('Tab');
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.querySelector('main')?.contains(document.activeElement))).toBe(true);
  }
});
