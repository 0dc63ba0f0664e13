import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { lockPublishing } from '../../src/editing/publish-lock.ts';
import { cleanEnv, root } from '../support/environment.ts';

/**
 * A checkout with programs in place of npm, which has nothing to install, and of Astro. The latter writes what is served at that time, the
 * content, and why nobody can publish at that time, into the folder of the new build, and fails if the content says so.
 */
const folder = mkdtempSync(join(tmpdir(), 'founder-house-build-'));
afterAll(() => rmSync(folder, { recursive: true }));
const astro = `
  import { existsSync, readFileSync, mkdirSync, writeFileSync } from 'node:fs';
  import { lockPublishing } from '../../../src/editing/publish-lock.ts';
  const content = readFileSync('content/site.yaml', 'utf8');
  const out = process.argv[process.argv.indexOf('--outDir') + 1];
  mkdirSync(out, { recursive: true });
  writeFileSync(out + '/seen.txt', existsSync('dist') ? readFileSync('dist/page.html') : 'nothing');
  writeFileSync(out + '/content.txt', content);
  if (content === 'broken') process.exit(1);
  if (content === 'endless') {
    writeFileSync('building.txt', String(process.pid));
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  }
  try {
    lockPublishing('dist.lock');
  } catch ({ message }) {
    writeFileSync(out + '/locked.txt', message);
  }
  writeFileSync(out + '/page.html', 'new');`;
const write = (name: string, text: string, mode?: number) => {
  mkdirSync(join(folder, dirname(name)), { recursive: true });
  writeFileSync(join(folder, name), text, { mode });
};
const served = (name: string) => readFileSync(join(folder, 'dist', name), 'utf8');
/** In place of the script that completes a publish: it says where, and what is served at that time, and fails if the journal says so. */
const completing = `
  import { readFileSync, rmSync, writeFileSync } from 'node:fs';
  if (readFileSync(process.argv[2] + '/content-publish.json', 'utf8') === 'lasting') process.exit(1);
  rmSync(process.argv[2] + '/content-publish.json');
  writeFileSync('completed.txt', process.argv[2] + ' ' + readFileSync('dist/page.html'));`;
const ownNode = join(folder, 'node_modules/node/bin/node');

const copied = [
  'scripts/prepare.mjs',
  'scripts/end-with-parent.mjs',
  'src/app/env-file.ts',
  'src/editing/publish-lock.ts',
  'src/editing/disk-problem.ts',
  'src/refused.ts',
];
for (const name of [...copied, 'package.json', 'package-lock.json']) cpSync(join(root, name), join(folder, name));
write('scripts/complete-publish.ts', completing);
for (const name of ['astro.config.ts', 'public/favicon.svg', 'src/paths.ts', 'scripts/check-content.ts']) write(name, '');
// In place of the content and its forms: the build lacks the pages of a new one.
write(
  'src/content/load.ts',
  `import { readFileSync } from 'node:fs';\nexport const loadContent = () => readFileSync('content/site.yaml', 'utf8');`,
);
write('src/forms/catalog.ts', `export const findUnbuiltForm = (content) => (content.includes('a new form') ? {} : undefined);`);
write('node_modules/astro/bin/astro.mjs', astro);
write('node_modules/astro/package.json', '{ "type": "module" }');
write('programs/npm', '#!/bin/sh\n', 0o755);
mkdirSync(dirname(ownNode), { recursive: true });
symlinkSync(process.execPath, ownNode);

const environment = () => cleanEnv({ PATH: `${join(folder, 'programs')}:${process.env['PATH']}` });

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/** Runs what `npm run build` runs, or another script of package.json. */
function build(content: string, settings: Record<string, string> = {}, script = 'build'): number | null {
  write('content/site.yaml', content);
  return spawnSync(ownNode, scripts[script]!.split(' ').slice(1), { cwd: folder, env: { ...environment(), ...settings } }).status;
}

it('npm run build leaves the build that is served in place until the new one is complete, and if that fails', () => {
  write('dist/page.html', 'old');
  expect(build('broken')).toBe(1);
  expect(served('page.html')).toBe('old');

  expect(build('fixed')).toBe(0);
  expect([served('page.html'), served('seen.txt')]).toEqual(['new', 'old']);
  expect(existsSync(join(folder, '.cache/build'))).toBe(false);
});

it.each([
  ['data', {}, ''],
  ['elsewhere', { DATA_DIR: 'elsewhere' }, 'DATA_DIR=in-file'],
  ['in-file', { DATA_DIR: '' }, 'DATA_DIR=in-file'],
  ['after-mark', {}, '\uFEFFDATA_DIR=after-mark'],
])('npm run build first completes a publish that was interrupted: the journal in the folder %s', (name, settings, envFile) => {
  write('.env', envFile);
  write('dist/page.html', 'old');
  write(`${name}/content-publish.json`, '{}');
  expect(build(`words of ${name}`, settings)).toBe(0);
  expect(readFileSync(join(folder, 'completed.txt'), 'utf8')).toBe(`${join(folder, name)} old`);
  expect([served('page.html'), served('seen.txt')]).toEqual(['new', 'old']);
});

it('a publish that cannot be completed stops npm run build, which keeps the pages, but neither npm start nor npm run dev', () => {
  const journal = 'data/content-publish.json';
  write('.env', '');
  write('dist/page.html', 'old');
  write(journal, 'lasting');
  expect(build('half of the texts')).toBe(1);
  for (const script of ['prestart', 'predev']) expect(build('half of the texts', {}, script)).toBe(0);
  expect(served('page.html')).toBe('old');
  // The site would refuse to start with the old pages.
  expect(build('half of the texts, and a new form', {}, 'prestart')).toBe(0);
  expect(served('content.txt')).toBe('half of the texts, and a new form');
  // A new container has no pages to keep.
  rmSync(join(folder, 'dist'), { recursive: true });
  expect(build('half of the texts', {}, 'prestart')).toBe(0);
  expect(served('content.txt')).toBe('half of the texts');

  write(journal, 'temporary');
  expect(build('all of the texts', {}, 'predev')).toBe(0);
  expect([existsSync(join(folder, journal)), served('content.txt')]).toEqual([false, 'half of the texts']);
});

it('npm run build waits for a publish of the desk and builds its texts, and nobody can publish during a build', async () => {
  write('content/site.yaml', 'before the publish');
  const lock = lockPublishing(join(folder, 'dist.lock'));
  const waiting = spawn(ownNode, ['scripts/prepare.mjs', 'pages'], {
    cwd: folder,
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(waiting, 'exit');
  const [printed] = (await once(waiting.stdout.setEncoding('utf8'), 'data')) as [string];
  expect(printed).toContain('Waiting until a publish from the desk');
  write('content/site.yaml', 'after the publish');
  lock[Symbol.dispose]();
  expect(await ended).toEqual([0, null]);
  expect([served('content.txt'), served('locked.txt')]).toEqual(['after the publish', expect.stringContaining('the site is being built')]);
});

it('a build ends when npm run build is killed, so that it does not write into the folder of the next one', async () => {
  write('content/site.yaml', 'endless');
  const killed = spawn(ownNode, ['scripts/prepare.mjs', 'pages'], { cwd: folder, env: environment(), stdio: 'ignore' });
  const ended = once(killed, 'exit');
  const started = join(folder, 'building.txt');
  await expect.poll(() => existsSync(started) && readFileSync(started, 'utf8')).toMatch(/^\d+$/u);
  killed.kill('SIGKILL');
  await ended;
  const isRunning = () => {
    try {
      return process.kill(Number(readFileSync(started, 'utf8')), 0);
    } catch {
      return false;
    }
  };
  await expect.poll(isRunning).toBe(false);
  // Of the lock, only the file that git ignores is left.
  expect(readdirSync(folder).filter((name) => name.startsWith('dist.'))).toEqual(['dist.lock']);
  expect(build('after the kill')).toBe(0);
  expect(served('content.txt')).toBe('after the kill');
});
