import { watchShifts, type Shift } from './in-page.ts';
import { shiftsInPieces } from './in-pieces.ts';
import { openPhone } from './phone.ts';
import { scrollToTheEnd, shiftsOf, waitUntilIdle } from './scroll.ts';
import { readWork, type Work } from './thread-work.ts';
import { watchWire, type Fetched } from './wire.ts';

export interface Measured {
  /** What the page fetches before the visitor scrolls or touches it. */
  first: Fetched[];
  /** What it has fetched after it was scrolled to its end. */
  all: Fetched[];
  inlineScriptBytes: number;
  /** The elements of the page, without those of its frames, before the visitor scrolls or touches it. */
  elements: number;
  /** The style recalculations and layouts of the page and its frames until then. */
  work: Pick<Work, 'recalculations' | 'layouts'>;
  shifts: Shift[];
  /** The layout shifts of another load, whose HTML arrives in pieces and whose fonts arrive last. */
  shiftsInPieces: Shift[];
  /** The URLs on other hosts that the page fetches or asks to connect to. */
  otherHosts: string[];
}

/** Opens a page with an empty cache and scrolls slowly to its end. */
export async function measurePage(url: string): Promise<Measured> {
  await using phone = await openPhone();
  const { page, cdp } = phone;
  const wire = watchWire(cdp);
  await cdp.send('Performance.enable');
  await page.addInitScript(watchShifts);
  await page.goto(url, { waitUntil: 'load' });
  await waitUntilIdle(page, wire);
  const work = await readWork(cdp);
  const first = structuredClone(wire.fetched());
  const inlineScriptBytes = await page.evaluate(countInlineScriptBytes);
  const elements = await page.evaluate(() => document.querySelectorAll('*').length);

  await scrollToTheEnd(page, wire);
  const shifts = await shiftsOf(page);
  await page.evaluate(loadRemainingPictures);
  await waitUntilIdle(page, wire);
  const all = wire.fetched();
  const requested = [...all.map((entry) => entry.url), ...(await page.evaluate(connectionHints))];
  return {
    first,
    all,
    inlineScriptBytes,
    elements,
    work,
    shifts,
    shiftsInPieces: await shiftsInPieces(url),
    otherHosts: requested.filter((other) => new URL(other).host !== new URL(url).host),
  };
}

/** Returns the bytes of the inline scripts. Data blocks such as JSON-LD, which have another type, do not count. Runs in the page. */
function countInlineScriptBytes(): number {
  const scripts = [...document.scripts].filter(({ src, type }) => src === '' && /^$|module|javascript/u.test(type));
  return scripts.reduce((sum, script) => sum + new TextEncoder().encode(script.text).length, 0);
}

/** Starts loading the pictures that scrolling down does not bring into view, such as those further along a strip. Runs in the page. */
function loadRemainingPictures(): void {
  for (const image of document.images) image.loading = 'eager';
}

/** Returns the origins that the page asks to connect to in advance. Runs in the page. */
function connectionHints(): string[] {
  return [...document.querySelectorAll<HTMLLinkElement>('link[rel~="preconnect"], link[rel~="dns-prefetch"]')].map(({ href }) => href);
}
