/** `npm run bench:lighthouse`: Lighthouse as a phone on the pages that visitors meet first. Every category is to be 100. */
import { addressOfWaitlist } from './addresses.ts';
import { auditPage } from './audit-page.ts';
import { disturbance, machine, whenCalm } from './machine.ts';
import { startSite } from './site.ts';
import { table } from './table.ts';

await using site = await startSite();
const waitlist = await addressOfWaitlist(site.origin);
const addresses = ['/', '/speaker-series', '/privacy', ...(waitlist ? [waitlist] : [])];
const rows: string[][] = [];
const reasons: string[] = [];

for (const address of addresses) {
  const audited = await whenCalm(() => auditPage(site.origin + address));
  rows.push([address, ...Object.values(audited.scores).map(String)]);
  reasons.push(...audited.failures.map((failure) => `${address}: ${failure}`));
  if (Object.values(audited.scores).some((score) => score < 100)) process.exitCode = 1;
}

console.log(`\n${machine()}\n`);
console.log(table(['page', 'performance', 'accessibility', 'best practices', 'SEO'], rows));
if (reasons.length > 0) console.log(`\nNot passed:\n${reasons.map((reason) => `  ${reason}`).join('\n')}`);
const warning = disturbance();
if (warning) console.log(`\n${warning}`);
