import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame, Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import { root } from './environment.ts';

/** A browser compiles the minified source in three quarters of the time, and again in the next page of the same context in almost none. */
const source = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Returns the violations that axe finds in the current page and its frames: of all rules, or of the one that depends on colors. axe stays in
 * a page for the next run, and computes selectors of violations only; both save much processor time.
 */
export async function violations(page: Page, what: 'everything' | 'colors' = 'everything'): Promise<string[]> {
  await Promise.all(page.frames().map(addAxe));
  const options: RunOptions = {
    resultTypes: ['violations'],
    runOnly: what === 'everything' ? { type: 'tag', values: tags } : { type: 'rule', values: ['color-contrast'] },
  };
  const found = await page.evaluate(
    async (given) => (await (globalThis as unknown as { axe: typeof axe }).axe.run(given)).violations,
    options,
  );
  return found.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`));
}

async function addAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => 'axe' in globalThis)) return;
  // A sandboxed frame has an origin of its own.
  await frame.evaluate(`${source}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`);
}
