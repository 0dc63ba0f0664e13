import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { cleanEnv, root } from '../support/environment.ts';

/**
 * A checkout with programs in place of npm, which has nothing to install, and of Astro. The latter copies what is served at that time to the
 * folder of the new build, and fails if the content says so.
 */
const folder = mkdtempSync(join(tmpdir(), 'founder-house-build-'));
afterAll(() => rmSync(folder, { recursive: true }));
const astro = `
  import { readFileSync, mkdirSync, writeFileSync } from 'node:fs';
  const out = process.argv[process.argv.indexOf('--outDir') + 1];
  mkdirSync(out, { recursive: true });
  writeFileSync(out + '/seen.txt', readFileSync('dist/page.html'));
  if (readFileSync('content/site.yaml', 'utf8') === 'broken') process.exit(1);
  writeFileSync(out + '/page.html', 'new');`;
const write = (name: string, text: string, mode?: number) => {
  mkdirSync(join(folder, dirname(name)), { recursive: true });
  writeFileSync(join(folder, name), text, { mode });
};
const served = (name: string) => readFileSync(join(folder, 'dist', name), 'utf8');
/** In place of the script that completes a publish: it says where, and what is served at that time. */
const completing = `
  import { readFileSync, rmSync, writeFileSync } from 'node:fs';
  rmSync(process.argv[2] + '/content-publish.json');
  writeFileSync('completed.txt', process.argv[2] + ' ' + readFileSync('dist/page.html'));`;
const ownNode = join(folder, 'node_modules/node/bin/node');

for (const name of ['scripts/prepare.mjs', 'src/app/env-file.ts', 'package.json', 'package-lock.json'])
  cpSync(join(root, name), join(folder, name));
write('scripts/complete-publish.ts', completing);
for (const name of ['astro.config.ts', 'public/favicon.svg', 'src/paths.ts', 'scripts/check-content.ts']) write(name, '');
write('node_modules/astro/bin/astro.mjs', astro);
write('node_modules/astro/package.json', '{ "type": "module" }');
write('programs/npm', '#!/bin/sh\n', 0o755);
mkdirSync(dirname(ownNode), { recursive: true });
symlinkSync(process.execPath, ownNode);

/** Runs what `npm run build` runs. */
function build(content: string, settings: Record<string, string> = {}): number | null {
  write('content/site.yaml', content);
  const env = cleanEnv({ PATH: `${join(folder, 'programs')}:${process.env['PATH']}`, ...settings });
  return spawnSync(ownNode, ['scripts/prepare.mjs', 'pages'], { cwd: folder, env }).status;
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
