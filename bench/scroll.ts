import type { Page } from '@playwright/test';
import { readShifts, type Shift } from './in-page.ts';
import type { Wire } from './wire.ts';

/** Scrolls to the end of a page, a fifth of a screen at a time, so that lazy content has time to load, and waits until the page is idle. */
export async function scrollToTheEnd(page: Page, wire: Wire): Promise<void> {
  for (let steps = 0; steps < 500; steps++) {
    const atEnd = await page.evaluate(() => {
      scrollBy({ top: innerHeight / 5, behavior: 'instant' });
      return scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
    });
    await page.waitForTimeout(100);
    if (atEnd) return waitUntilIdle(page, wire);
  }
  throw new Error(`${page.url()} still scrolls after 500 steps`);
}

/** Waits until no request is open and the page had time to start more, on a busy machine too. */
export async function waitUntilIdle(page: Page, wire: Wire): Promise<void> {
  await wire.waitUntilQuiet(500);
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  await wire.waitUntilQuiet(500);
}

/** Returns the layout shifts so far in the page and its frames, in which `watchShifts` runs. */
export async function shiftsOf(page: Page): Promise<Shift[]> {
  return (await Promise.all(page.frames().map((frame) => frame.evaluate(readShifts)))).flat();
}
