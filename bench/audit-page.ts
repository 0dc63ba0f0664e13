import lighthouse from 'lighthouse';
import type { Result } from 'lighthouse';
import { startDebuggedBrowser } from './debugged-browser.ts';
import { median } from './statistics.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

export interface Audited {
  /** The score of each category, from 0 to 100; of performance, which is timed, the middle one of three. */
  scores: Record<string, number>;
  /** The audits that lower a score, each with Lighthouse's reason. */
  failures: string[];
}

/** Runs Lighthouse on a page with its own defaults, which are a phone's, each time in a new browser. */
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
  const answer = await lighthouse(url, { port: browser.port, onlyCategories, logLevel: 'error' });
  if (!answer || answer.lhr.runtimeError) throw new Error(`${url}: ${answer?.lhr.runtimeError?.message ?? 'Lighthouse gave no answer'}`);
  return answer.lhr;
}

function score({ categories: of }: Result, category: string): number {
  return Math.round((of[category]?.score ?? 0) * 100);
}

function failed({ categories: of, audits }: Result, category: string): string[] {
  const weighed = (of[category]?.auditRefs ?? []).filter(({ weight }) => weight > 0).flatMap(({ id }) => audits[id] ?? []);
  return weighed
    .filter((one) => one.score !== null && one.score < 1)
    .map(({ id, title, displayValue, explanation, details }) => {
      const items = details && 'items' in details ? (details.items as Record<string, { snippet?: string }>[]) : [];
      const where = items.flatMap((item) => item['node']?.snippet ?? []).slice(0, 3);
      return [`${category}: ${id}: ${title}`, displayValue, explanation, ...where].filter(Boolean).join('; ');
    });
}
