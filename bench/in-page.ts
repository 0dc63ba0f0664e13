/** Functions that run in a page. Playwright sends each as text, so a function uses nothing from outside itself. */

/** A layout shift and the elements that it moved. */
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

interface Recorded {
  shifts?: Shift[];
  firstMs?: number;
  largestMs?: number;
  longTasksMs?: number[];
  hydrations?: number;
}

/**
 * Records every layout shift, those with `hadRecentInput` included: Chromium sets it for the first half second of an emulated phone,
 * although nobody touched the page.
 */
export function watchShifts(): void {
  const shifts: Shift[] = ((globalThis as Recorded).shifts = []);
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as ShiftEntry[]) {
      const elements = sources.map(({ node }) => (node instanceof Element ? node : node?.parentElement));
      const moved = elements.map((element) => element?.outerHTML.replace(/(?<=^[^>]*>)[^]*$/u, '').slice(0, 120) ?? 'a removed element');
      shifts.push({ value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

export function readShifts(): Shift[] {
  return (globalThis as Recorded).shifts ?? [];
}

/**
 * Records the first and the largest contentful paint. It uses `paintTime`, because a headless browser reports `startTime`, the time of
 * presentation, only when it draws the next frame, which can be seconds later.
 */
export function watchPaints(): void {
  const recorded = globalThis as Recorded;
  new PerformanceObserver((list) => {
    for (const { name, paintTime, startTime } of list.getEntries() as PaintEntry[]) {
      if (name === 'first-contentful-paint') recorded.firstMs = paintTime || startTime;
    }
  }).observe({ type: 'paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { paintTime, startTime } of list.getEntries() as PaintEntry[]) recorded.largestMs = paintTime || startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
}

export function readPaints(): { firstMs: number; largestMs: number } {
  const { firstMs, largestMs } = globalThis as Recorded;
  if (firstMs === undefined || largestMs === undefined) throw new Error('the browser reported no contentful paint');
  return { firstMs, largestMs };
}

/** Records how long each task of the main thread took that took longer than 50 ms, with those of frames of the same site. */
export function watchLongTasks(): void {
  const tasks: number[] = ((globalThis as Recorded).longTasksMs = []);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
}

export function readLongTasks(): number[] {
  return (globalThis as Recorded).longTasksMs ?? [];
}

/** Counts the islands of a document that have been hydrated (src/site/islands). */
export function countHydrations(): void {
  const recorded = globalThis as Recorded;
  recorded.hydrations = 0;
  addEventListener('hydrated', () => recorded.hydrations!++);
}
