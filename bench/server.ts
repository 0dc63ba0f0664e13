/** `npm run bench:server`: how fast the site starts and answers, beside nginx, and how much memory it takes. */
import { setTimeout as pause } from 'node:timers/promises';
import { compareServers } from './compare-servers.ts';
import { disturbance, machine, whenCalm } from './machine.ts';
import { memoryOf } from './process-usage.ts';
import { startSite } from './site.ts';
import { median, spread } from './statistics.ts';

const aim = 0.7;
const least = 0.5;

console.log(`\n${machine()}\n`);
const starts: number[] = [];
for (let start = 0; start < 5; start++) {
  starts.push(await whenCalm(timeStart));
}
console.log(`start to ready: ${spread(starts)} ms (aim: under 1000)`);

await using site = await startSite();
await pause(5000);
console.log(`memory, idle for 5 s: ${megabytes(site.pid)} (aim: under 150)`);
const ratios = await compareServers(site);
if (ratios) {
  console.log(`requests a second, the site to nginx: ${spread(ratios, 2)} (aim: ${aim} or more, at least ${least})`);
  console.log(`memory after the load: ${megabytes(site.pid)}`);
  if (median(ratios) < least) process.exitCode = 1;
}
const warning = disturbance();
if (warning) console.log(warning);

async function timeStart(): Promise<number> {
  await using once = await startSite();
  return once.readyAfter;
}

function megabytes(pid: number): string {
  const memory = memoryOf(pid);
  return memory === undefined ? 'not measured (no /proc here)' : `${memory.toFixed(0)} MB`;
}
