import type { Page, Route } from '@playwright/test';
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

/** The strip that is focusable until the gallery is hydrated. */
const plainStrip = (page: Page) => page.getByRole('region', { name: 'Pictures' });

async function open(page: Page): Promise<void> {
  await page.goto('/');
  await page.locator('#gallery h2').scrollIntoViewIfNeeded();
  await page.locator('#gallery figure').first().scrollIntoViewIfNeeded();
  await expect(button(page, 'Next')).toBeVisible();
}

async function openReady(page: Page): Promise<void> {
  await open(page);
  await expect(plainStrip(page)).toHaveCount(0);
}

test.describe('the gallery without script', () => {
  test.use({ javaScriptEnabled: false });
  test('scrolls with the keyboard, and has no buttons', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('#gallery').getByRole('button')).toHaveCount(0);
    await plainStrip(page).focus();
    expect(await shown(page)).toBe(1);
    for (const number of [2, 3]) {
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => shown(page)).toBe(number);
    }
  });
});

test('the gallery is moved by its buttons, by the keyboard and by dragging', async ({ page }) => {
  await openReady(page);
  await test.step('the gallery cycles through all ten pictures in both directions and announces the current one', async () => {
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

  await test.step('the gallery works with the keyboard, and the pressed button keeps the focus', async () => {
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

  await test.step('the gallery can be dragged, and the buttons continue from the picture in view', async () => {
    const box = (await slides(page).nth(1).boundingBox())!;
    const y = Math.min(box.y + 60, page.viewportSize()!.height - 20);
    await page.mouse.move(box.x + box.width * 0.7, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.1, y, { steps: 12 });
    await page.mouse.up();
    await expect.poll(() => shown(page)).toBe(3);
    await button(page, 'Next').click();
    await expect.poll(() => shown(page)).toBe(4);
  });
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
  await expect(plainStrip(page)).toHaveCount(0);

  await page.clock.runFor(120_000);
  expect(await shown(page)).toBe(1);
  await expect(carousel.getByRole('status')).toBeEmpty();
});

/** Delays the script of the gallery after it was fetched once; returns a function that lets it run. */
async function holdScript(page: Page) {
  const held = Promise.withResolvers<void>();
  let requests = 0;
  await page.route('**/_astro/Gallery*.js', async (route) => {
    if (requests++ > 0) await held.promise;
    await route.continue();
  });
  return held.resolve;
}

test.describe('before its script has run, the gallery', () => {
  test('has no buttons if its script cannot be fetched or is no longer there, until the script runs', async ({ page, trouble }) => {
    const script = '**/_astro/Gallery*.js';
    for (const [answer, said] of [
      [(route: Route) => route.abort(), 'ERR_FAILED'],
      [(route: Route) => route.fulfill({ status: 404, body: 'Not found' }), '404'],
    ] as const) {
      await page.route(script, answer);
      await page.goto('/');
      await page.locator('#gallery figure').first().scrollIntoViewIfNeeded();
      await expect.poll(() => trouble.join('\n')).toContain(said);
      await expect(button(page, 'Next')).toBeHidden();
      trouble.length = 0;
      await page.unroute(script);
      await plainStrip(page).focus();
      await button(page, 'Next').click();
      await expect.poll(() => shown(page)).toBe(2);
    }
  });

  test('repeats early presses, and keeps the picture in view and the focus of the visitor', async ({ page }) => {
    await test.step('repeats the presses that were too early', async () => {
      const runScript = await holdScript(page);
      await open(page);
      await button(page, 'Next').click();
      await button(page, 'Next').click();
      expect(await shown(page)).toBe(1);
      runScript();
      await expect.poll(() => shown(page)).toBe(3);
      await expect(page.locator('#gallery').getByRole('status')).toHaveText(`3 of 10: ${captions[2]}`);
    });

    await test.step('starts at the picture that the visitor scrolled to', async () => {
      const runScript = await holdScript(page);
      await open(page);
      await plainStrip(page).evaluate((strip) => strip.scrollTo({ left: 3 * strip.querySelector('[role="group"]')!.clientWidth }));
      await expect.poll(() => shown(page)).toBe(4);
      runScript();
      await expect(plainStrip(page)).toHaveCount(0);
      await expect.poll(() => shown(page)).toBe(4);
    });

    await test.step('moves the focus from the strip to the Next button', async () => {
      const runScript = await holdScript(page);
      await open(page);
      await plainStrip(page).focus();
      runScript();
      await expect(button(page, 'Next')).toBeFocused();
      await page.keyboard.press('Enter');
      await expect.poll(() => shown(page)).toBe(2);
    });

    await test.step('does not take the focus from another element', async () => {
      const runScript = await holdScript(page);
      await open(page);
      const link = page.getByRole('link').first();
      await link.evaluate((element) => element.focus({ preventScroll: true }));
      runScript();
      await expect(plainStrip(page)).toHaveCount(0);
      await expect(link).toBeFocused();
    });
  });
});

test.describe('on a touch screen, the gallery', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

  test('works offline once the page was scrolled past it, and loops once it has been swiped', async ({ page, context }) => {
    await test.step('is not hydrated when the page is scrolled past it, but has its scripts, so that it works offline', async () => {
      await open(page);
      await page.locator('#waitlist-form').scrollIntoViewIfNeeded();
      // A script that was to run would have, before this later response.
      await page.evaluate(() => fetch('/favicon.svg').then((response) => response.text()));
      expect(await plainStrip(page).count()).toBe(1);
      await context.setOffline(true);
      await button(page, 'Next').tap();
      await expect.poll(() => shown(page)).toBe(2);
      await expect(plainStrip(page)).toHaveCount(0);
      await context.setOffline(false);
    });

    await test.step('loops once it has been swiped', async () => {
      await open(page);
      await plainStrip(page).evaluate((strip) => strip.scrollTo({ left: strip.scrollWidth }));
      await expect(plainStrip(page)).toHaveCount(0);
      await expect.poll(() => shown(page)).toBe(10);
      await button(page, 'Next').tap();
      await expect.poll(() => shown(page)).toBe(1);
    });
  });
});
