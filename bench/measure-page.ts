import type { Page } from '@playwright/test';
import { readShifts, watchShifts } from './in-page.ts';
import type { Shift } from './in-page.ts';
import { shiftsInPieces } from './in-pieces.ts';
import { openPhone } from './phone.ts';
import { watchWire } from './wire.ts';
import type { Fetched, Wire } from './wire.ts';

export interface Measured {
  /** What the page fetches before anybody scrolls or touches it. */
  first: Fetched[];
  /** What it has fetched once it was read to its end. */
  all: Fetched[];
  /** The bytes of the script that stands in the page itself. */
  inlineScript: number;
  shifts: Shift[];
  /** Those of another load, whose HTML comes in pieces and whose fonts come last. */
  shiftsInPieces: Shift[];
  /** What it fetches from, or wants to be connected to, on other hosts. */
  otherHosts: string[];
}

/** Opens a page cold and reads it slowly to its end. */
export async function measurePage(url: string): Promise<Measured> {
  await using phone = await openPhone();
  const { page, cdp } = phone;
  const wire = watchWire(cdp);
  await page.addInitScript(watchShifts);
  await page.goto(url, { waitUntil: 'load' });
  await settle(page, wire);
  const first = structuredClone(wire.fetched());
  const inlineScript = await page.evaluate(bytesOfInlineScript);

  await scrollToTheEnd(page);
  await settle(page, wire);
  const shifts = (await Promise.all(page.frames().map((frame) => frame.evaluate(readShifts)))).flat();
  await page.evaluate(fetchWhatIsLeft);
  await settle(page, wire);
  const all = wire.fetched();
  const called = [...all.map((entry) => entry.url), ...(await page.evaluate(hints))];
  return {
    first,
    all,
    inlineScript,
    shifts,
    shiftsInPieces: await shiftsInPieces(url),
    otherHosts: called.filter((other) => new URL(other).host !== new URL(url).host),
  };
}

/** Waits until nothing is under way and the page, on a busy machine too, has had the time to ask for more. */
async function settle(page: Page, wire: Wire): Promise<void> {
  await wire.quiet(500);
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  await wire.quiet(500);
}

/** Runs in the page. Data such as JSON-LD is a script element too, of a type of its own, and runs nothing. */
function bytesOfInlineScript(): number {
  const scripts = [...document.scripts].filter(({ src, type }) => src === '' && /^$|module|javascript/u.test(type));
  return scripts.reduce((sum, script) => sum + new TextEncoder().encode(script.text).length, 0);
}

/** Runs in the page: lets pictures load that no scrolling down brings into view, such as those further along a strip. */
function fetchWhatIsLeft(): void {
  for (const image of document.images) image.loading = 'eager';
}

/** Runs in the page: the connections that it asks for ahead of any request. */
function hints(): string[] {
  return [...document.querySelectorAll<HTMLLinkElement>('link[rel~="preconnect"], link[rel~="dns-prefetch"]')].map(({ href }) => href);
}

/** Scrolls a page down as a reader does, a fifth of a screen at a time, until it ends. What is lazy has time to come. */
async function scrollToTheEnd(page: Page): Promise<void> {
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
