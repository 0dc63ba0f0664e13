import type { CDPSession } from '@playwright/test';

/** What the main thread has done for a page and its frames since the page was opened. */
export interface Work {
  /** Working time of the main thread. */
  mainThreadMs: number;
  styleAndLayoutMs: number;
  scriptMs: number;
  recalculations: number;
  layouts: number;
}

/** Returns the work of the main thread so far. `Performance.enable` must have been sent before the page was opened. */
export async function readWork(cdp: CDPSession): Promise<Work> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const read = (wanted: string) => {
    const metric = metrics.find(({ name }) => name === wanted);
    if (!metric) throw new Error(`the browser reports no ${wanted}`);
    return metric.value;
  };
  return {
    mainThreadMs: read('TaskDuration') * 1000,
    styleAndLayoutMs: (read('RecalcStyleDuration') + read('LayoutDuration')) * 1000,
    scriptMs: read('ScriptDuration') * 1000,
    recalculations: read('RecalcStyleCount'),
    layouts: read('LayoutCount'),
  };
}
