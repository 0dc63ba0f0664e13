import { readLongTasks, readPaints, watchLongTasks, watchPaints } from './in-page.ts';
import { openPhone } from './phone.ts';
import { readWork, type Work } from './thread-work.ts';
import { bytesOf, watchWire } from './wire.ts';

export interface Timed extends Work {
  /** First contentful paint. */
  firstMs: number;
  /** Largest contentful paint. */
  largestMs: number;
  /** Time beyond 50 ms of each task of the main thread, until the page has settled. */
  blockingMs: number;
  bytes: number;
}

/** Opens a page with an empty cache on an emulated phone whose processor is four times slower than this machine's. */
export async function timePage(url: string): Promise<Timed> {
  await using phone = await openPhone({ slowdown: 4 });
  const { page, cdp } = phone;
  const wire = watchWire(cdp);
  await cdp.send('Performance.enable');
  await page.addInitScript(watchPaints);
  await page.addInitScript(watchLongTasks);
  await page.goto(url, { waitUntil: 'load' });
  await wire.waitUntilQuiet(1500);
  const work = await readWork(cdp);
  await drawFrame();
  const paints = await page.evaluate(readPaints);
  const bytes = bytesOf(wire.fetched());
  const tasksMs = await page.evaluate(readLongTasks);
  return {
    ...paints,
    ...work,
    bytes,
    blockingMs: tasksMs.reduce((sum, taskMs) => sum + taskMs - 50, 0),
  };

  /** Draws another frame, since Chromium reports the paint of a frame only when it draws the next one. */
  async function drawFrame(): Promise<void> {
    await page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } });
    await page.waitForTimeout(200);
  }
}
