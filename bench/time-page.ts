import { readPaints, watchPaints } from './in-page.ts';
import { openPhone } from './phone.ts';
import { bytesOf, watchWire } from './wire.ts';

export interface Timed {
  /** First and largest contentful paint and the main thread's working time, in milliseconds. */
  contentful: number;
  largest: number;
  mainThread: number;
  bytes: number;
}

/** Opens a page cold on a phone whose processor is four times slower than this machine's. */
export async function timePage(url: string): Promise<Timed> {
  await using phone = await openPhone({ slowdown: 4 });
  const { page, cdp } = phone;
  const wire = watchWire(cdp);
  await cdp.send('Performance.enable');
  await page.addInitScript(watchPaints);
  await page.goto(url, { waitUntil: 'load' });
  await wire.quiet(1500);
  const { metrics } = await cdp.send('Performance.getMetrics');
  const mainThread = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  await drawFrame();
  return { ...(await page.evaluate(readPaints)), mainThread, bytes: bytesOf(wire.fetched()) };

  /** The paint of the last frame is reported only when another one is drawn. */
  async function drawFrame(): Promise<void> {
    await page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } });
    await page.waitForTimeout(200);
  }
}
