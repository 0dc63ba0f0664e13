/**
 * Installs packages, and a browser and the built pages if asked, where they are missing or stale:
 * `node scripts/prepare.mjs [tests] [browser] [pages]`. Without `tests` it leaves out the packages that only tests, checks and benches
 * need, unless they are installed already. It starts before any package is installed and on older versions of Node.js, so it is JavaScript
 * without dependencies. After the installation it continues on the Node.js in node_modules.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const ownNode = join(root, 'node_modules/node/bin/node');

await install();
if (!onOwnNode()) {
  const { status } = spawnSync(ownNode, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exit(status ?? 1);
}
if (existsSync(join(root, 'content/retreat')))
  await run('Moving the retreat into a folder of its own', ownNode, ['scripts/migrate-content.ts']);
if (process.argv.includes('browser')) await run('Looking for a browser', ownNode, ['scripts/browser.ts']);
if (process.argv.includes('pages')) await build();

async function install() {
  const stamp = join(root, 'node_modules/.installed');
  const testPackage = join(root, 'node_modules/vitest');
  const wanted = digest(['package.json', 'package-lock.json']);
  const withTests = process.argv.includes('tests') || existsSync(testPackage);
  if (existsSync(ownNode) && isMarked(stamp, wanted) && existsSync(testPackage) === withTests) return;
  // Installs the versions of the lock file. `npm ci` would too, but fails if a registry lacks a package for another platform.
  const command = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', withTests ? '--include=dev' : '--omit=dev'];
  rmSync(stamp, { force: true });
  const what = withTests ? 'Installing what the site and its tests need' : 'Installing what the site needs';
  await run(what, 'npm', command, { progress: packagesOf(withTests) });
  // npm skips native packages that do not support the Node.js on which npm runs.
  if (!onOwnNode())
    await run('Installing the packages that an older Node.js skips', 'npm', command, {
      env: { PATH: dirname(ownNode) + delimiter + process.env.PATH },
    });
  writeFileSync(stamp, wanted);
}

/** Returns a function that says how many packages of the lock file are in node_modules. */
function packagesOf(withTests) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const files = Object.entries(packages)
    .filter(([path, { dev, optional }]) => path !== '' && !optional && (withTests || !dev))
    .map(([path]) => join(root, path, 'package.json'));
  return () => `${files.filter((file) => existsSync(file)).length} of ${files.length} packages`;
}

function onOwnNode() {
  return existsSync(ownNode) && realpathSync(process.execPath) === realpathSync(ownNode);
}

/** Replaces `dist` only by a build that is complete: a site that runs reads from it what it renders on request. */
async function build() {
  // TypeScript, which only the project's own Node.js can load.
  const { readEnvFile } = await import('../src/app/env-file.ts');
  // As for the site, an empty variable of the environment counts as missing.
  for (const [name, value] of Object.entries(readEnvFile())) process.env[name] ||= value;
  const dataDir = resolve(root, process.env.DATA_DIR || 'data');
  if (existsSync(join(dataDir, 'content-publish.json')))
    await run('Completing a publish that was interrupted', ownNode, ['scripts/complete-publish.ts', dataDir]);
  const dist = join(root, 'dist');
  const sources = ['package-lock.json', 'astro.config.ts', 'content', 'public', 'src'];
  const settings = ['SITE_URL', 'HOST', 'PORT'].map((name) => process.env[name] ?? '').join('\n');
  const wanted = digest(sources, settings);
  if (isMarked(join(dist, '.built'), wanted)) return;
  const [next, replaced] = [join(root, '.cache/build'), join(root, '.cache/replaced-build')];
  for (const folder of [next, replaced]) rmSync(folder, { recursive: true, force: true });
  await run('Checking the content', ownNode, ['scripts/check-content.ts', '--errors']);
  const command = ['node_modules/astro/bin/astro.mjs', 'build', '--outDir', next];
  await run('Building the pages', ownNode, command, { env: { NODE_ENV: 'production' }, quiet: true });
  writeFileSync(join(next, '.built'), wanted);
  if (existsSync(dist)) renameSync(dist, replaced);
  renameSync(next, dist);
  rmSync(replaced, { recursive: true, force: true });
}

/**
 * Runs a command and prints what it does, how far it is every few seconds, and how long it took. `quiet` hides the command's
 * output, but not its errors.
 */
async function run(what, command, args, { env = {}, quiet = false, progress } = {}) {
  console.log(`${what} …`);
  const started = Date.now();
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['inherit', quiet ? 'ignore' : 'inherit', 'inherit'],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...env },
  });
  const timer = setInterval(() => console.log(`  ${progress ? `${progress()}, ` : ''}${seconds()}`), 5000);
  const failure = await new Promise((settle) => {
    child.once('error', ({ message }) => settle(` (${message})`));
    child.once('exit', (status) => settle(status === 0 ? undefined : ''));
  });
  clearInterval(timer);
  if (failure !== undefined) {
    console.error(`${what}: failed${failure}; see the lines above`);
    process.exit(1);
  }
  console.log(`  done in ${seconds()}`);
}

function isMarked(stamp, wanted) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
}

/** Returns a digest over the names and contents of files and folders. */
function digest(names, more = '') {
  const hash = createHash('sha256').update(more);
  const files = names.flatMap((name) => {
    const path = join(root, name);
    if (!statSync(path).isDirectory()) return [path];
    return readdirSync(path, { recursive: true })
      .map((child) => join(path, child))
      .filter((child) => statSync(child).isFile())
      .toSorted();
  });
  for (const file of files) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}
