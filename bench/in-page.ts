/** What runs in a page before its own scripts. Each function is sent there as text, so it uses nothing from outside itself. */

/** A layout shift, and the elements that it moved. */
export interface Shift {
  value: number;
  moved: string[];
}

interface ShiftEntry extends PerformanceEntry {
  value: number;
  sources: { node: Node | null }[];
}

interface PaintEntry extends PerformanceEntry {
  paintTime?: number;
}

interface Noted {
  shifts?: Shift[];
  contentful?: number;
  largest?: number;
}

/** Notes every layout shift. That of the first half second is said to follow an input, on a phone that is played here; nobody touches it. */
export function watchShifts(): void {
  const shifts: Shift[] = ((globalThis as Noted).shifts = []);
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as ShiftEntry[]) {
      const elements = sources.map(({ node }) => (node instanceof Element ? node : node?.parentElement));
      const moved = elements.map(
        (element) => element?.outerHTML.replace(/(?<=^[^>]*>)[^]*$/u, '').slice(0, 120) ?? 'something that is gone',
      );
      shifts.push({ value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

export function readShifts(): Shift[] {
  return (globalThis as Noted).shifts ?? [];
}

/**
 * Notes the first and the largest contentful paint. A browser without a screen learns that a frame was shown when it draws the
 * next one, which may be seconds later; the time at which the page had painted it is known at once.
 */
export function watchPaints(): void {
  const noted = globalThis as Noted;
  new PerformanceObserver((list) => {
    for (const { name, paintTime, startTime } of list.getEntries() as PaintEntry[]) {
      if (name === 'first-contentful-paint') noted.contentful = paintTime || startTime;
    }
  }).observe({ type: 'paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { paintTime, startTime } of list.getEntries() as PaintEntry[]) noted.largest = paintTime || startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
}

export function readPaints(): { contentful: number; largest: number } {
  const { contentful, largest } = globalThis as Noted;
  if (contentful === undefined || largest === undefined) throw new Error('this browser noted no paint');
  return { contentful, largest };
}
