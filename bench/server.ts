/** `npm run bench:server`: measures the start time and the memory of the site, and its requests per second compared with nginx. */
import { setTimeout as pause } from 'node:timers/promises';
import { compareServers } from './compare-servers.ts';
import { machine, reportDisturbance, whenIdle } from './machine.ts';
import { residentMegabytes } from './process-usage.ts';
import { builtFor, project, startSite } from './site.ts';
import { median, spread } from './statistics.ts';

const ratioMin = 0.4;

console.log(`\n${machine()}\n`);
const starts: number[] = [];
for (let start = 0; start < 5; start++) {
  starts.push(await whenIdle(timeStart));
}
console.log(`start to ready: ${spread(starts)} ms (aim: under 1000)`);

// As it was built: a start for another origin compresses less at first, and nginx sends the files of the build.
await using site = await startSite(project, { SITE_URL: builtFor() });
await pause(5000);
console.log(`memory, idle for 5 s: ${formatMemory(site.pid)} (aim: under 150)`);
const ratios = await compareServers(site);
if (ratios) {
  console.log(`requests per second, the site to nginx: ${spread(ratios, 2)} (at least ${ratioMin})`);
  console.log(`memory after the load: ${formatMemory(site.pid)}`);
  if (median(ratios) < ratioMin) process.exitCode = 1;
}
reportDisturbance();

async function timeStart(): Promise<number> {
  await using started = await startSite();
  return started.readyAfterMs;
}

function formatMemory(pid: number): string {
  const memory = residentMegabytes(pid);
  return Number.isNaN(memory) ? 'not measured (no /proc here)' : `${memory.toFixed(0)} MB`;
}
