import type { Frame, Page } from '@playwright/test';

/** What one press of Tab led to. */
interface Stop {
  name: string;
  tag: string;
  /** Whether it stands in the frame of the page. */
  framed: boolean;
  /** Before the stop that came before it, in the order of the document. */
  backwards: boolean;
  /** Whether something shows that the focus is here: an outline, and its contrast with the ground around it. */
  indicator: { style: string; width: number; contrast: number };
  /** What lies over it, where that is not a part of it; nothing where it can be seen. */
  covered: string | undefined;
}

/** Presses Tab until the page has been gone through once. Throws where that never happens: a trap. */
export async function tabThrough(page: Page, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press(key);
    const frame = await frameWithFocus(page);
    // What comes into view is laid out only then, and what has the focus is kept in view while that moves it.
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
    const stop = await frame.evaluate(describeFocus);
    if (!stop) return stops;
    const overFrame = frame === page.mainFrame() ? undefined : await coverOfFrame(page, stop.middle);
    stops.push({ ...stop, framed: frame !== page.mainFrame(), covered: stop.covered ?? overFrame });
  }
  throw new Error(`the focus does not leave the page: ${stops.map(({ name }) => name).join(', ')}`);
}

async function frameWithFocus(page: Page): Promise<Frame> {
  const active = await page.evaluateHandle(() => document.activeElement);
  return (await active.asElement()?.contentFrame()) ?? page.mainFrame();
}

/** What lies over the frame at a place inside it. */
function coverOfFrame(page: Page, [x, y]: [number, number]) {
  return page.evaluate(
    ([left, top]) => {
      const frame = document.activeElement as Element;
      const box = frame.getBoundingClientRect();
      const hit = document.elementFromPoint(box.left + left, box.top + top);
      return hit === frame ? undefined : (hit?.outerHTML.slice(0, 80) ?? 'it is out of the window');
    },
    [x, y] as [number, number],
  );
}

/** Runs in the page: nothing when the focus is nowhere, or where it has been. */
function describeFocus() {
  const seen = ((globalThis as { stops?: Element[] }).stops ??= []);
  const active = document.activeElement;
  if (!active || active === document.body || seen.includes(active)) return undefined;
  const last = seen.at(-1);
  seen.push(active);

  // As near to its accessible name as these pages need.
  const labelledBy = document.getElementById(active.getAttribute('aria-labelledby') ?? '');
  const label = (active as HTMLInputElement).labels?.[0] ?? labelledBy;
  const words = active.textContent?.trim() || active.querySelector('[role="img"]')?.getAttribute('aria-label');
  const name = active.getAttribute('aria-label') ?? label?.textContent ?? words ?? '';

  const box = active.getBoundingClientRect();
  const middle: [number, number] = [box.left + box.width / 2, Math.min(box.top + box.height / 2, innerHeight - 1)];
  /** Each corner and the middle, a little inside: none may lie under something else. */
  const places = [
    middle,
    ...[box.left + 4, box.right - 4].flatMap((x) => [box.top + 4, box.bottom - 4].map((y): [number, number] => [x, y])),
  ];
  const over = places
    .filter(([x, y]) => x >= 0 && x < innerWidth && y >= 0 && y < innerHeight)
    .map(([x, y]) => document.elementFromPoint(x, y))
    .find((hit) => hit && hit !== active && !active.contains(hit) && !hit.contains(active));
  const outside = box.bottom <= 0 || box.top >= innerHeight ? 'it is out of the window' : undefined;

  /** A colour as red, green and blue, whatever the style sheet writes it in. */
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
  const rgb = (colour: string) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (colour: string) => {
    const [red, green, blue] = rgb(colour).map((part) => (part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4)) as [
      number,
      number,
      number,
    ];
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const style = getComputedStyle(active);
  /** The ground beside the outline: of what lies there, the first that is not see-through. */
  const inset = style.outlineOffset.startsWith('-') ? 10 : -10;
  const beside = [box.left + inset, box.right - inset].find((x) => x > 0 && x < innerWidth) ?? middle[0];
  const ground = document
    .elementsFromPoint(beside, middle[1])
    .map((element) => getComputedStyle(element).backgroundColor)
    .find((colour) => rgb(colour)[3] === 255);
  const [light, dark] = [luminance(style.outlineColor), luminance(ground ?? 'white')].toSorted((a, b) => b - a) as [number, number];

  return {
    name: name.trim(),
    tag: active.tagName.toLowerCase(),
    backwards: Boolean(last && last.compareDocumentPosition(active) & Node.DOCUMENT_POSITION_PRECEDING),
    indicator: { style: style.outlineStyle, width: Number.parseFloat(style.outlineWidth), contrast: (light + 0.05) / (dark + 0.05) },
    covered: over ? over.outerHTML.slice(0, 80) : outside,
    middle,
  };
}
