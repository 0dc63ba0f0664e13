/**
 * Part of `npm run check`: compares the bytes, layout shifts, elements and layout work of each page with
 * `budgets.json`. It measures no times.
 */
import { pagesToMeasure } from './addresses.ts';
import budgets from './budgets.json' with { type: 'json' };
import { measurePage } from './measure-page.ts';
import { measures } from './measures.ts';
import { secret } from './posts.ts';
import { builtFor, project, startSite } from './site.ts';
import { table } from './table.ts';

await using site = await startSite(project, { SITE_URL: builtFor(), SECRET: secret });
const rows: string[][] = [];
const over: string[] = [];

for (const page of await pagesToMeasure(site, secret)) {
  const measured = await measurePage(site.origin + page.path);
  const budget = budgetOf(page.name);
  const cells = Object.entries(measures).map(([name, { value, show, causes }]) => {
    const amount = value(measured);
    const limit = budget[name];
    if (limit === undefined) return show(amount);
    if (amount > limit)
      over.push(`${page.name}: ${name} ${show(amount)}, budget ${show(limit)}`, ...causes(measured).map((cause) => `    ${cause}`));
    return `${show(amount)} of ${show(limit)}`;
  });
  rows.push([page.name, ...cells]);
}

console.log(`\n${table(['page', ...Object.keys(measures)], rows)}\n`);
if (over.length > 0) {
  console.error(`Over budget:\n${over.map((line) => `  ${line}`).join('\n')}`);
  process.exitCode = 1;
}

function budgetOf(page: string): Record<string, number> {
  const all: Record<string, Record<string, number>> = budgets;
  return { ...all['every page'], ...all[page] };
}
