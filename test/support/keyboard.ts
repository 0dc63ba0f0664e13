import { randomUUID } from 'node:crypto';
import type { Frame, Page } from '@playwright/test';

/** The element that one press of Tab focused. */
interface Stop {
  name: string;
  tag: string;
  /** True if it is in the frame of the page. */
  isFramed: boolean;
  /** True if it is before the previous stop in document order. */
  backwards: boolean;
  /** The outline that shows the focus, and its contrast with the background around it. */
  indicator: { style: string; width: number; contrast: number };
  /** The element that covers it; undefined if it is visible. */
  covered: string | undefined;
}

/**
 * Presses Tab until the focus has left the page, from where it is; returns the stops. Throws after 80 presses, because the focus is then
 * trapped. A second walk over the same page begins at its start, because the first has left it.
 */
export async function tabThrough(page: Page, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<Stop[]> {
  const stops: Stop[] = [];
  const walk = randomUUID();
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press(key);
    const inPage = await page.evaluate(describeFocus, walk);
    const frame = inPage === 'a frame' ? await frameWithFocus(page) : undefined;
    const stop = frame ? await frame.evaluate(describeFocus, walk) : inPage;
    if (!stop) return stops;
    if (stop === 'a frame') throw new Error('the frame of the page has a frame of its own');
    const overFrame = frame && (await coverOfFrame(page, stop.middle));
    stops.push({ ...stop, isFramed: frame !== undefined, covered: stop.covered ?? overFrame });
  }
  throw new Error(`the focus does not leave the page: ${stops.map(({ name }) => name).join(', ')}`);
}

async function frameWithFocus(page: Page): Promise<Frame | undefined> {
  const active = await page.evaluateHandle(() => document.activeElement);
  return (await active.asElement()?.contentFrame()) ?? undefined;
}

/** Returns the element that covers the focused frame at a position inside it; undefined if none does. */
function coverOfFrame(page: Page, [x, y]: [number, number]) {
  return page.evaluate(
    ([left, top]) => {
      const frame = document.activeElement as Element;
      const box = frame.getBoundingClientRect();
      // The preview of a page is scaled.
      const scale = box.width / (frame as HTMLElement).offsetWidth;
      const hit = document.elementFromPoint(box.left + left * scale, box.top + top * scale);
      return hit === frame ? undefined : (hit?.outerHTML.slice(0, 80) ?? 'it is outside the window');
    },
    [x, y] as [number, number],
  );
}

/**
 * Describes the focused element once the page has painted: content is laid out when it comes into view, and the browser then scrolls the
 * focused element into view again. Returns 'a frame' if the focus is inside one, and undefined if nothing is focused or the element had the
 * focus before in this walk. Runs in the page.
 */
async function describeFocus(walk: string) {
  await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
  if (document.activeElement instanceof HTMLIFrameElement) return 'a frame' as const;
  const seen = (((globalThis as { stops?: Record<string, Element[]> }).stops ??= {})[walk] ??= []);
  const active = document.activeElement;
  if (!active || active === document.body || seen.includes(active)) return undefined;
  const last = seen.at(-1);
  seen.push(active);

  // An approximation of the accessible name that is sufficient for these pages.
  const labelledBy = document.getElementById(active.getAttribute('aria-labelledby') ?? '');
  const label = (active as HTMLInputElement).labels?.[0] ?? labelledBy;
  const words = active.textContent?.trim() || active.querySelector('[role="img"]')?.getAttribute('aria-label');
  const name = active.getAttribute('aria-label') ?? label?.textContent ?? words ?? '';

  const box = active.getBoundingClientRect();
  const middle: [number, number] = [box.left + box.width / 2, Math.min(box.top + box.height / 2, innerHeight - 1)];
  /** The middle and the corners, slightly inside the box. None may be covered. */
  const places = [
    middle,
    ...[box.left + 4, box.right - 4].flatMap((x) => [box.top + 4, box.bottom - 4].map((y): [number, number] => [x, y])),
  ];
  const over = places
    .filter(([x, y]) => x >= 0 && x < innerWidth && y >= 0 && y < innerHeight)
    .map(([x, y]) => document.elementFromPoint(x, y))
    .find((hit) => hit && hit !== active && !active.contains(hit) && !hit.contains(active));
  const outside = box.bottom <= 0 || box.top >= innerHeight ? 'it is outside the window' : undefined;

  /** It stays in the page: to create one for each stop takes a sixth of the processor time of a walk. */
  const canvas = ((globalThis as { pixel?: OffscreenCanvasRenderingContext2D }).pixel ??= new OffscreenCanvas(1, 1).getContext('2d', {
    willReadFrequently: true,
  })!);
  /** Returns any CSS color as red, green, blue and alpha. */
  const rgb = (color: string) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (color: string) => {
    const [red, green, blue] = rgb(color).map((part) => (part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4)) as [
      number,
      number,
      number,
    ];
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const style = getComputedStyle(active);
  /** The background beside the outline: the first opaque one at that position. */
  const inset = style.outlineOffset.startsWith('-') ? 10 : -10;
  const beside = [box.left + inset, box.right - inset].find((x) => x > 0 && x < innerWidth) ?? middle[0];
  const background = document
    .elementsFromPoint(beside, middle[1])
    .map((element) => getComputedStyle(element).backgroundColor)
    .find((color) => rgb(color)[3] === 255);
  const [light, dark] = [luminance(style.outlineColor), luminance(background ?? 'white')].toSorted((a, b) => b - a) as [number, number];

  return {
    name: name.trim(),
    tag: active.tagName.toLowerCase(),
    backwards: Boolean(last && last.compareDocumentPosition(active) & Node.DOCUMENT_POSITION_PRECEDING),
    indicator: { style: style.outlineStyle, width: Number.parseFloat(style.outlineWidth), contrast: (light + 0.05) / (dark + 0.05) },
    covered: over ? over.outerHTML.slice(0, 80) : outside,
    middle,
  };
}
