import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * What axe finds in the page as it stands, its frames included: everything, or what colours and sizes alone can change. The mode that axe calls
 * legacy asks frames by message instead of through a second page; that sees no frame of another origin, and there is none here. Only violations are
 * reported with all their elements: selectors of what passes are not worked out.
 */
export async function violations(page: Page, looks: 'everything' | 'looks' = 'everything'): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations: found } = await (
    looks === 'everything' ? axe.withTags(tags) : axe.withRules(['color-contrast', 'target-size'])
  ).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`));
}
