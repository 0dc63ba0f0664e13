import { waitlist, workshop } from '../support/forms.ts';
import { expect, waitForHydration, test, waitlistFrame } from '../support/browser.ts';
import { tabThrough } from '../support/keyboard.ts';

const pages = [
  '/',
  '/speaker-series',
  '/privacy',
  '/accessibility',
  '/nobody',
  `/app/form/${waitlist.id}`,
  `/app/form/${workshop.id}/received`,
  `/app/form/${workshop.id}/check-your-inbox`,
];

// The colors of the focus are set once for all pages, so the dark ones are checked in the two pages with every kind of control.
const schemes = [
  { colorScheme: 'light', paths: pages },
  { colorScheme: 'dark', paths: ['/', '/speaker-series'] },
] as const;

for (const { colorScheme, paths } of schemes) {
  for (const path of paths) {
    test(`Tab moves through ${path} in document order with a visible focus (${colorScheme})`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.goto(path);
      const stops = await tabThrough(page);
      expect(stops.filter(({ backwards }) => backwards).map(({ name }) => name)).toEqual([]);
      expect(stops.filter(({ covered }) => covered)).toEqual([]);
      expect(stops.filter(({ indicator: { style, width, contrast } }) => style === 'none' || width < 2 || contrast < 3)).toEqual([]);
      expect(stops.map(({ name }) => name).filter((name) => name === '')).toEqual([]);
    });
  }
}

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

for (const path of ['/', '/speaker-series', '/privacy', '/nobody']) {
  test(`the skip link of ${path} moves the focus to the content`, async ({ page }) => {
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
  });
}
