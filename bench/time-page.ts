import { readPaints, watchPaints } from './in-page.ts';
import { openPhone } from './phone.ts';
import { bytesOf, watchWire } from './wire.ts';

export interface Timed {
  /** First contentful paint. */
  firstMs: number;
  /** Largest contentful paint. */
  largestMs: number;
  /** Working time of the main thread. */
  mainThreadMs: number;
  bytes: number;
}

/** Opens a page with an empty cache on an emulated phone whose processor is four times slower than this machine's. */
export async function timePage(url: string): Promise<Timed> {
  await using phone = await openPhone({ slowdown: 4 });
  const { page, cdp } = phone;
  const wire = watchWire(cdp);
  await cdp.send('Performance.enable');
  await page.addInitScript(watchPaints);
  await page.goto(url, { waitUntil: 'load' });
  await wire.waitUntilQuiet(1500);
  const { metrics } = await cdp.send('Performance.getMetrics');
  const mainThreadMs = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  await drawFrame();
  return { ...(await page.evaluate(readPaints)), mainThreadMs, bytes: bytesOf(wire.fetched()) };

  /** Draws another frame, since Chromium reports the paint of a frame only when it draws the next one. */
  async function drawFrame(): Promise<void> {
    await page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } });
    await page.waitForTimeout(200);
  }
}
