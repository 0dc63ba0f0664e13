import type { Page } from '@playwright/test';
import { content } from '../support/forms.ts';
import { expect, test } from '../support/browser.ts';

const captions = content.retreats[0]!.gallery.pictures.map(({ caption }) => caption);
const slides = (page: Page) => page.locator('#gallery [aria-roledescription="slide"]');
const button = (page: Page, name: 'Previous' | 'Next') => page.getByRole('button', { name: `${name} picture` });

/** Returns the number, from 1, of the picture in the middle of the window. */
const shown = (page: Page) =>
  slides(page).evaluateAll((all) => {
    const off = all.map((slide) => {
      const { left, width } = slide.getBoundingClientRect();
      return Math.abs(left + width / 2 - document.documentElement.clientWidth / 2);
    });
    return Math.min(...off) < 2 ? off.indexOf(Math.min(...off)) + 1 : Number.NaN;
  });

async function openReady(page: Page): Promise<void> {
  await page.goto('/');
  await page.locator('#gallery h2').scrollIntoViewIfNeeded();
  await page.locator('#gallery figure').first().scrollIntoViewIfNeeded();
  await expect(button(page, 'Next')).toBeVisible();
}

test.describe('the gallery without script', () => {
  test.use({ javaScriptEnabled: false });
  test('scrolls with the keyboard, and has no buttons', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('#gallery').getByRole('button')).toHaveCount(0);
    const strip = page.getByRole('region', { name: 'Pictures' });
    await strip.focus();
    expect(await shown(page)).toBe(1);
    for (const number of [2, 3]) {
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => shown(page)).toBe(number);
    }
  });
});

test('the gallery cycles through all ten pictures in both directions and announces the current one', async ({ page }) => {
  await openReady(page);
  const announcement = page.locator('#gallery').getByRole('status');
  await expect(announcement).toBeEmpty();
  expect(await shown(page)).toBe(1);

  await button(page, 'Previous').click();
  await expect.poll(() => shown(page)).toBe(10);
  await expect(announcement).toHaveText(`10 of 10: ${captions[9]}`);
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1]) {
    await button(page, 'Next').click();
    await expect(announcement).toHaveText(`${number} of 10: ${captions[number - 1]}`);
    await expect.poll(() => shown(page)).toBe(number);
    const picture = slides(page)
      .nth(number - 1)
      .getByRole('img');
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0)).toBe(true);
    expect((await picture.getAttribute('alt'))?.length).toBeGreaterThan(20);
  }
});

test('the gallery animates to the next picture, past either end too', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openReady(page);
  for (const [name, number] of [
    ['Previous', 10],
    ['Next', 1],
    ['Next', 2],
  ] as const) {
    await button(page, name).click();
    await expect.poll(() => shown(page)).toBe(number);
  }
});

test('the gallery works with the keyboard, and the pressed button keeps the focus', async ({ page }) => {
  await openReady(page);
  await button(page, 'Next').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  await expect(button(page, 'Next')).toBeFocused();
  await expect.poll(() => shown(page)).toBe(3);
  await page.keyboard.press('Shift+Tab');
  await expect(button(page, 'Previous')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => shown(page)).toBe(2);
});

test('the gallery has the roles and names of a carousel, and does not rotate by itself', async ({ page }) => {
  await page.clock.install();
  await openReady(page);
  await expect(page.locator('#gallery')).toHaveAccessibleName('Three days at the house');
  const carousel = page.locator('#gallery [aria-roledescription="carousel"]');
  await expect(carousel).toHaveRole('group');
  await expect(carousel).toHaveAccessibleName('Three days at the house');
  await expect(slides(page)).toHaveCount(10);
  for (const [index, slide] of (await slides(page).all()).entries()) {
    await expect(slide).toHaveRole('group');
    await expect(slide).toHaveAccessibleName(`${index + 1} of 10`);
  }
  // The buttons come before the slides, and the strip is no longer focusable (ARIA APG, carousel).
  const before = await button(page, 'Next').evaluate((element) =>
    element.compareDocumentPosition(document.querySelector('[aria-roledescription="slide"]')!),
  );
  expect(before).toBe(4);
  await expect(page.getByRole('region', { name: 'Pictures' })).toHaveCount(0);

  await page.clock.runFor(120_000);
  expect(await shown(page)).toBe(1);
  await expect(carousel.getByRole('status')).toBeEmpty();
});

test('the gallery can be dragged, and the buttons continue from the picture in view', async ({ page }) => {
  await openReady(page);
  const box = (await slides(page).first().boundingBox())!;
  const y = Math.min(box.y + 60, page.viewportSize()!.height - 20);
  await page.mouse.move(box.x + box.width * 0.7, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.1, y, { steps: 12 });
  await page.mouse.up();
  await expect.poll(() => shown(page)).toBe(2);
  await button(page, 'Next').click();
  await expect.poll(() => shown(page)).toBe(3);
});

/** Opens the page with its scripts blocked; returns a function that lets them load. */
async function openBeforeScripts(page: Page): Promise<() => void> {
  const scripts = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto('/');
  return scripts.resolve;
}

test('the gallery starts at the picture that the visitor scrolled to before its script loaded', async ({ page }) => {
  const loadScripts = await openBeforeScripts(page);
  await slides(page).first().scrollIntoViewIfNeeded();
  const strip = page.getByRole('region', { name: 'Pictures' });
  await strip.evaluate((element, to) => element.scrollTo({ left: to * (element.querySelector('[role="group"]')?.clientWidth ?? 0) }), 3);
  await expect.poll(() => shown(page)).toBe(4);
  loadScripts();
  await expect(button(page, 'Next')).toBeVisible();
  await expect.poll(() => shown(page)).toBe(4);
});

test('the gallery moves the focus from the strip to the Next button when its script loads', async ({ page }) => {
  const loadScripts = await openBeforeScripts(page);
  await page.getByRole('region', { name: 'Pictures' }).focus();
  loadScripts();
  await expect(button(page, 'Next')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => shown(page)).toBe(2);
});

test('the gallery does not take the focus from another element when its script loads', async ({ page }) => {
  const loadScripts = await openBeforeScripts(page);
  await slides(page).first().scrollIntoViewIfNeeded();
  const link = page.getByRole('link').first();
  await link.evaluate((element) => element.focus({ preventScroll: true }));
  loadScripts();
  await expect(button(page, 'Next')).toBeVisible();
  await expect(link).toBeFocused();
});
