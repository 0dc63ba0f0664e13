import type { CDPSession } from '@playwright/test';

export type Work = Awaited<ReturnType<typeof readWork>>;

/** Returns what the main thread has done for a page and its frames. `Performance.enable` must have been sent before it was opened. */
export async function readWork(cdp: CDPSession) {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const read = (wanted: string) => {
    const metric = metrics.find(({ name }) => name === wanted);
    if (!metric) throw new Error(`the browser reports no ${wanted}`);
    return metric.value;
  };
  return {
    /** The time in which the main thread was working. */
    mainThreadMs: read('TaskDuration') * 1000,
    styleAndLayoutMs: (read('RecalcStyleDuration') + read('LayoutDuration')) * 1000,
    scriptMs: read('ScriptDuration') * 1000,
    recalculations: read('RecalcStyleCount'),
    layouts: read('LayoutCount'),
  };
}
