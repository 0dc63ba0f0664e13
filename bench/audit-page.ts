import lighthouse, { type Result } from 'lighthouse';
import { startDebuggedBrowser } from './debugged-browser.ts';
import { median } from './statistics.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

interface Audited {
  /** The score of each category, from 0 to 100. Performance is timed: its score is the median of three runs. */
  scores: Record<string, number>;
  /** The audits that lower a score, each with Lighthouse's reason. */
  failures: string[];
}

/** Runs Lighthouse on a page with its default settings, which emulate a phone. Each run has a new browser. */
export async function auditPage(url: string): Promise<Audited> {
  const first = await audit(url, categories);
  const scores = Object.fromEntries(categories.map((category) => [category, score(first, category)]));
  if (scores['performance'] !== 100) {
    const more = [first, await audit(url, ['performance']), await audit(url, ['performance'])];
    scores['performance'] = median(more.map((result) => score(result, 'performance')));
  }
  return { scores, failures: categories.filter((category) => scores[category] !== 100).flatMap((category) => failed(first, category)) };
}

async function audit(url: string, onlyCategories: string[]): Promise<Result> {
  await using browser = await startDebuggedBrowser();
  const report = await lighthouse(url, { port: browser.port, onlyCategories, logLevel: 'error' });
  if (!report || report.lhr.runtimeError)
    throw new Error(`${url}: ${report?.lhr.runtimeError?.message ?? 'Lighthouse returned no report'}`);
  return report.lhr;
}

function score({ categories: of }: Result, category: string): number {
  return Math.round((of[category]?.score ?? 0) * 100);
}

function failed({ categories: of, audits }: Result, category: string): string[] {
  const weighted = (of[category]?.auditRefs ?? []).filter(({ weight }) => weight > 0).flatMap(({ id }) => audits[id] ?? []);
  return weighted
    .filter((result) => result.score !== null && result.score < 1)
    .map(({ id, title, displayValue, explanation, details }) => {
      const items = details && 'items' in details ? (details.items as Record<string, { snippet?: string }>[]) : [];
      const where = items.flatMap((item) => item['node']?.snippet ?? []).slice(0, 3);
      return [`${category}: ${id}: ${title}`, displayValue, explanation, ...where].filter(Boolean).join('; ');
    });
}
