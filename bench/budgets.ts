/** Part of `npm run check`: compares the bytes and layout shifts of each page with `budgets.json`. It measures no times. */
import { addressesToMeasure } from './addresses.ts';
import budgets from './budgets.json' with { type: 'json' };
import { measurePage } from './measure-page.ts';
import { measures } from './measures.ts';
import { builtFor, project, startSite } from './site.ts';
import { table } from './table.ts';

await using site = await startSite(project, { SITE_URL: builtFor() });
const rows: string[][] = [];
const over: string[] = [];

for (const address of await addressesToMeasure(site.origin)) {
  const measured = await measurePage(site.origin + address);
  const budget = budgetOf(address);
  const cells = Object.entries(measures).map(([name, { value, show, causes }]) => {
    const amount = value(measured);
    const limit = budget[name];
    if (limit === undefined) return show(amount);
    if (amount > limit)
      over.push(`${address}: ${name} ${show(amount)}, budget ${show(limit)}`, ...causes(measured).map((cause) => `    ${cause}`));
    return `${show(amount)} of ${show(limit)}`;
  });
  rows.push([address, ...cells]);
}

console.log(`\n${table(['page', ...Object.keys(measures)], rows)}\n`);
if (over.length > 0) {
  console.error(`Over budget:\n${over.map((line) => `  ${line}`).join('\n')}`);
  process.exitCode = 1;
}

function budgetOf(address: string): Record<string, number> {
  const all: Record<string, Record<string, number>> = budgets;
  return { ...all['every page'], ...all[address] };
}
