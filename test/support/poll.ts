import { setTimeout as delay } from 'node:timers/promises';

/**
 * Calls `find` until it returns something, and returns that. Throws after 20 seconds, with what was `expected`. It is for helpers of both
 * Vitest and Playwright: to load Playwright's `expect` takes half a second of processor time in each worker of Vitest.
 */
export async function poll<Found>(expected: string, find: () => Promise<Found | undefined>): Promise<Found> {
  const end = performance.now() + 20_000;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error(`expected ${expected} within 20 seconds`);
    await delay(100);
  }
}
