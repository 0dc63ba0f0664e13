import type { Page } from '@playwright/test';
import { paths } from '../../src/paths.ts';
import { waitlist, workshop } from '../support/forms.ts';
import { expect, waitForHydration, test, waitlistFrame } from '../support/browser.ts';
import { tabThrough } from '../support/keyboard.ts';

/** Moves through a page with Tab: in document order, and with a focus that can be seen and that nothing covers. Returns the names. */
async function expectTabOrder(page: Page, look: string): Promise<string[]> {
  const stops = await tabThrough(page);
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
  const names = stops.map(({ name }) => name);
  expect
    .soft(
      names.filter((name) => name === ''),
      look,
    )
    .toEqual([]);
  return names;
}

// The colors of the focus are set once for all pages, so the dark ones are checked in the two pages with every kind of control.
test('Tab moves through the retreat page in document order with a visible focus, light and dark, and stops at every control', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  await expectTabOrder(page, 'dark');

  await page.emulateMedia({ colorScheme: 'light' });
  await page.locator('#gallery figure').first().scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Next picture' })).toBeVisible();
  await waitForHydration(await waitlistFrame(page));
  await page.goto('/#');
  const names = await expectTabOrder(page, 'light, with scripts');
  const join = 'Join the Founder House Waitlist for Spring 2026';
  expect(names.filter((name) => name === join)).toHaveLength(3);
  expect(names[0]).toBe('Skip to the content');
  const form = ['First name *', 'Last name *', 'Email *', 'Brand *', 'Phone *', 'System size *'];
  expect(names.slice(names.indexOf('First name *'), names.indexOf('First name *') + 6)).toEqual(form);
  expect(names.indexOf('Previous picture')).toBeLessThan(names.indexOf('First name *'));
  expect(names.at(-1)).toBe('Accessibility');

  await test.step('the focus ring of an open question covers no word of its answer', async () => {
    await page.locator('#faq summary').first().focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('#faq details').first()).toHaveAttribute('open');
    const { ringBottom, answerTop } = await page
      .locator('#faq details')
      .first()
      .evaluate((details) => {
        const summary = details.querySelector('summary')!;
        const { outlineOffset, outlineWidth } = getComputedStyle(summary);
        const words = document.createRange();
        words.selectNodeContents(details.querySelector('p')!);
        return {
          ringBottom: summary.getBoundingClientRect().bottom + Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth),
          answerTop: words.getBoundingClientRect().top,
        };
      });
    expect(answerTop).toBeGreaterThanOrEqual(ringBottom);
  });
});

test('Tab moves through the workshop page in document order with a visible focus, light and dark, and Shift+Tab in reverse order', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/speaker-series');
  await expectTabOrder(page, 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  const there = await expectTabOrder(page, 'light');
  const back = (await tabThrough(page, 'Shift+Tab')).map(({ name }) => name);
  expect(back.toReversed()).toEqual(there);
});

test('Tab moves through the other pages in document order with a visible focus', async ({ page }) => {
  const forms = [paths.form(waitlist.id), paths.received(workshop.id), paths.checkInbox(workshop.id)];
  for (const path of ['/privacy', '/accessibility', '/nobody', ...forms]) {
    await page.goto(path);
    await expectTabOrder(page, path);
  }
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
