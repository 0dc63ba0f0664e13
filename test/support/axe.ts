import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Returns the violations that axe finds in the current page and its frames: of all rules, or of those that depend on colors and sizes. axe's legacy mode
 * uses messages for frames instead of a second page. It cannot check frames of other origins; these pages have none. axe computes selectors of violations only, which is faster.
 */
export async function violations(page: Page, looks: 'everything' | 'looks' = 'everything'): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations: found } = await (
    looks === 'everything' ? axe.withTags(tags) : axe.withRules(['color-contrast', 'target-size'])
  ).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`));
}
