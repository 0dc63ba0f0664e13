import type { Page } from '@playwright/test';

/** Scrolls a page down as a reader does, a fifth of a screen at a time, until it ends. What is lazy has time to come. */
export async function scrollToTheEnd(page: Page): Promise<void> {
  for (let steps = 0; steps < 500; steps++) {
    const atEnd = await page.evaluate(() => {
      scrollBy({ top: innerHeight / 5, behavior: 'instant' });
      return scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
    });
    await page.waitForTimeout(100);
    if (atEnd) return;
  }
  throw new Error(`${page.url()} has no end`);
}
