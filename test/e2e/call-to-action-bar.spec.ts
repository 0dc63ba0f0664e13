import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { tabThrough } from '../support/keyboard.ts';

test.use({ viewport: { width: 360, height: 780 } });

/** The call to action of a page, which a bar repeats on a phone: the bar is the last link to the form. */
const bars = [
  { path: '/', form: '#waitlist-form', words: 'Join the Founder House Waitlist for Spring 2026' },
  { path: '/speaker-series', form: '#register', words: 'Reserve My Spot' },
];
const barOf = (page: Page, form: string) => page.locator(`a[href="${form}"]`).last();

for (const { path, form, words } of bars)
  test(`the call-to-action bar of ${path} is in view between the hero and the form only, and covers nothing`, async ({ page }) => {
    await test.step('is at the bottom of the screen between the hero and the form only, and scrolls to the form and focuses it', async () => {
      await page.goto(path);
      const bar = barOf(page, form);
      await expect(bar).toHaveText(words);
      await expect(bar).not.toBeInViewport();
      const seen = await bar.evaluate((element, target) => {
        const [hero, goal] = ['#hero', target].map((selector) => document.querySelector(selector)!) as [Element, Element];
        const own = hero.querySelector(`a[href="${target}"]`)!;
        const positions = [];
        const end = goal.getBoundingClientRect().top + scrollY;
        for (let top = 0; top <= end; top += 130) {
          scrollTo({ top, behavior: 'instant' });
          const { top: over, bottom, height } = element.getBoundingClientRect();
          const inView = over < innerHeight && bottom > 0;
          positions.push({
            onHero: inView && (over < hero.getBoundingClientRect().bottom - 1 || own.getBoundingClientRect().bottom > 0),
            onForm: inView && bottom > goal.getBoundingClientRect().top + 1,
            expected: hero.getBoundingClientRect().bottom < -height && goal.getBoundingClientRect().top > innerHeight + 1,
            atBottom: inView && Math.abs(bottom - innerHeight) < 1,
          });
        }
        return positions;
      }, form);
      expect(seen.filter(({ onHero }) => onHero)).toEqual([]);
      expect(seen.filter(({ onForm }) => onForm)).toEqual([]);
      const between = seen.filter(({ expected }) => expected);
      expect(between.length).toBeGreaterThan(5);
      expect(between.filter(({ atBottom }) => !atBottom)).toEqual([]);

      await page.locator(form).scrollIntoViewIfNeeded();
      await page.locator(form).evaluate((element) => element.scrollIntoView({ block: 'start' }));
      await expect(bar).not.toBeInViewport({ ratio: 0.05 });

      await page.locator('main section').nth(2).scrollIntoViewIfNeeded();
      await barOf(page, form).click();
      await expect(page.locator(form)).toBeFocused();
      await expect(page.locator(form)).toBeInViewport();
    });

    await test.step('never covers the focused element, and is hidden on large screens and in print', async () => {
      await page.goto(path);
      const stops = await tabThrough(page);
      expect(stops.length).toBeGreaterThan(10);
      expect(stops.filter(({ covered }) => covered)).toEqual([]);

      await page.setViewportSize({ width: 1024, height: 780 });
      await page.locator('main section').nth(2).scrollIntoViewIfNeeded();
      await expect(barOf(page, form)).toBeHidden();
      await page.setViewportSize({ width: 360, height: 780 });
      await expect(barOf(page, form)).toBeVisible();
      await page.emulateMedia({ media: 'print' });
      await expect(barOf(page, form)).toBeHidden();
    });
  });
