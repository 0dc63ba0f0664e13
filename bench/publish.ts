/**
 * `npm run bench:publish [-- --rounds N]`: measures the first build of a clean clone whose packages are installed, and the time from the
 * press on Publish until the running site shows another word on its front page. Exits with 1 if a median is over its limit below.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempDisposableSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { featuredRetreat } from '../src/content/retreat-schedule.ts';
import { machine, reportDisturbance, whenIdle } from './machine.ts';
import { builtFor, project, startSite } from './site.ts';
import { median, spread } from './statistics.ts';
import { table } from './table.ts';

const maxBuildMs = 60_000;
const maxPublishMs = 15_000;
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
const rounds = Number(values.rounds);
const editor = { id: 'local', name: 'The bench' };

console.log(`\n${machine()}\n`);
const buildsMs: number[] = [];
const publishesMs: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  using clone = cleanClone();
  buildsMs.push(await whenIdle(() => firstBuild(clone.path)));
  publishesMs.push(await whenIdle(() => publishWord(clone.path)));
}
const row = (name: string, timesMs: number[], maxMs: number) => [
  name,
  spread(
    timesMs.map((ms) => ms / 1000),
    1,
  ),
  String(maxMs / 1000),
];
console.log(`${rounds} rounds: median (min–max)\n`);
console.log(
  table(
    ['', 'seconds', 'budget'],
    [row('first build of a clean clone', buildsMs, maxBuildMs), row('from the press to the live page', publishesMs, maxPublishMs)],
  ),
);
reportDisturbance();
if (median(buildsMs) > maxBuildMs || median(publishesMs) > maxPublishMs) process.exitCode = 1;

/**
 * Copies the product without what builds leave behind: pages, and the pictures that Astro keeps in node_modules. The packages are links.
 */
function cleanClone() {
  const clone = mkdtempDisposableSync(join(tmpdir(), 'founder-house-bench-clone-'));
  const folder = clone.path;
  const leftOut = new Set(['.git', '.cache', 'dist', 'data', 'node_modules']);
  for (const name of readdirSync(project)) if (!leftOut.has(name)) cpSync(join(project, name), join(folder, name), { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  const packages = readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.') || name === '.installed');
  for (const name of packages) symlinkSync(join(project, 'node_modules', name), join(folder, 'node_modules', name));
  return clone;
}

async function firstBuild(folder: string): Promise<number> {
  for (const made of ['dist', 'node_modules/.astro']) rmSync(join(folder, made), { recursive: true, force: true });
  const since = performance.now();
  const child = spawn(process.execPath, ['scripts/prepare.mjs', 'pages'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const [status] = (await once(child, 'exit')) as [number | null];
  if (status !== 0) throw new Error(`the build ended with ${status}`);
  return performance.now() - since;
}

/** Publishes another title as the desk does, with the code of the copy: its content and its build are those beside it. */
async function publishWord(folder: string): Promise<number> {
  const load = async <Module>(file: string) => (await import(join(folder, 'src', file))) as Module;
  const { createSiteEditing } = await load<typeof import('../src/app/desk-options.ts')>('app/desk-options.ts');
  const { openStore } = await load<typeof import('../src/app/open-store.ts')>('app/open-store.ts');
  const { loadContent } = await load<typeof import('../src/content/load.ts')>('content/load.ts');
  await using site = await startSite(folder, { SITE_URL: builtFor(folder) });
  const store = await openStore(`file:${site.dataDir}/founder-house.db`);
  const editing = createSiteEditing(store, site.dataDir, () => new Date());
  const { slug, hero } = featuredRetreat(loadContent().retreats, new Date());
  const title = `Published at ${Date.now()}`;
  editing.drafts.setValue(editor.id, { file: `retreats/${slug}/hero.yaml`, pointer: '/title' }, { before: hero.title, after: title });
  const since = performance.now();
  await editing.publish(editor);
  while (!(await (await fetch(site.origin)).text()).includes(title)) {
    const { state, message } = editing.readProgress();
    if (state === 'failed' || state === 'incomplete') throw new Error(message);
    await pause(50);
  }
  const tookMs = performance.now() - since;
  await store.close();
  return tookMs;
}
