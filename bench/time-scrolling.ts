import { setTimeout as pause } from 'node:timers/promises';
import { countHydrations, watchLongTasks, watchShifts } from './in-page.ts';
import { openPlainPage, type PlainPage } from './plain-page.ts';

export interface Scrolled {
  /** The longest task of the main thread from the start of scrolling until the page has settled at its end; 0 if none took over 50 ms. */
  longestTaskMs: number;
  /** The sum of the layout shifts from the start of scrolling, in the page and its frames. */
  shift: number;
  /** The longest task at the first use of what waits for one, such as a form, after scrolling; 0 if none took over 50 ms. */
  firstUseTaskMs: number;
}

/**
 * Opens a page on an emulated phone whose processor is four times slower than this machine's, and scrolls it to its end, a
 * fifth of a screen at a time. Then it puts the focus on each island of the page and its frames. Throws if one of them is not hydrated by that.
 */
export async function timeScrolling(url: string): Promise<Scrolled> {
  await using page = await openPlainPage({ slowdown: 4, script: `(${watchLongTasks})();(${watchShifts})();(${countHydrations})();` });
  await page.navigate(url);
  await waitUntilSettled(page);
  const before = await recorded(page);
  for (let steps = 0, atEnd = false; !atEnd; steps++) {
    if (steps === 500) throw new Error(`${url} still scrolls after 500 steps`);
    await page.evaluate(`scrollBy({ top: innerHeight / 5, behavior: 'instant' })`);
    await pause(100);
    atEnd = await page.evaluate('scrollY + innerHeight >= document.documentElement.scrollHeight - 1');
  }
  await waitUntilSettled(page);
  const after = await recorded(page);
  await focusIslands(page);
  const used = await recorded(page);
  return {
    longestTaskMs: Math.max(0, ...after.tasksMs.slice(before.tasksMs.length)),
    shift: after.shift - before.shift,
    firstUseTaskMs: Math.max(0, ...used.tasksMs.slice(after.tasksMs.length)),
  };
}

const documents = '[self, ...Array.from(frames)].map(({ document }) => document)';

/** Puts the focus on the first control of each island that waits for its first use, one after the other. */
async function focusIslands(page: PlainPage): Promise<void> {
  const islands = `${documents}.flatMap((document) => Array.from(document.querySelectorAll('astro-island')))`;
  const count = await page.evaluate<number>(`${islands}.length`);
  for (let index = 0; index < count; index++) {
    await page.evaluate(`${islands}[${index}].querySelector('button, input:not([type=hidden])').focus({ preventScroll: true })`);
    await waitUntilSettled(page);
  }
  const hydrated = await page.evaluate<number>('[self, ...Array.from(frames)].reduce((sum, { hydrations }) => sum + hydrations, 0)');
  if (hydrated !== count) throw new Error(`${hydrated} of ${count} islands were hydrated when they were used`);
}

/** Long tasks of frames of the same site are reported to the page; shifts are not. */
const recorded = ({ evaluate }: PlainPage) =>
  evaluate<{ tasksMs: number[]; shift: number }>(
    '({ tasksMs: longTasksMs, shift: [self, ...Array.from(frames)].flatMap(({ shifts }) => shifts ?? []).reduce((sum, { value }) => sum + value, 0) })',
  );

/** Resolves when the page and its frames have neither received a file nor had a long task for two seconds. */
async function waitUntilSettled({ evaluate }: PlainPage): Promise<void> {
  const state =
    "[longTasksMs.length, ...[self, ...Array.from(frames)].map(({ performance }) => performance.getEntriesByType('resource').length)].join()";
  let last = '';
  for (let quiet = 0, waits = 0; quiet < 20; quiet++, waits++) {
    if (waits === 600) throw new Error(`the page did not settle within a minute: ${last}`);
    const now = await evaluate<string>(state);
    if (now !== last) quiet = 0;
    last = now;
    await pause(100);
  }
}
