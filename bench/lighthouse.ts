/**
 * `npm run bench:lighthouse`: runs Lighthouse with phone emulation on the pages that visitors open first. Fails if a category is below 100.
 */
import { findWaitlistPath } from './addresses.ts';
import { auditPage } from './audit-page.ts';
import { machine, reportDisturbance, whenIdle } from './machine.ts';
import { builtFor, project, startSite } from './site.ts';
import { table } from './table.ts';

await using site = await startSite(project, { SITE_URL: builtFor() });
const waitlist = await findWaitlistPath(site.origin);
const addresses = ['/', '/speaker-series', '/privacy', ...(waitlist ? [waitlist] : [])];
const rows: string[][] = [];
const reasons: string[] = [];

for (const address of addresses) {
  const audited = await whenIdle(() => auditPage(site.origin + address));
  rows.push([address, ...Object.values(audited.scores).map(String)]);
  reasons.push(...audited.failures.map((failure) => `${address}: ${failure}`));
  if (Object.values(audited.scores).some((score) => score < 100)) process.exitCode = 1;
}

console.log(`\n${machine()}\n`);
console.log(table(['page', 'performance', 'accessibility', 'best practices', 'SEO'], rows));
if (reasons.length > 0) console.log(`\nBelow 100:\n${reasons.map((reason) => `  ${reason}`).join('\n')}`);
reportDisturbance();
