/**
 * Installs packages, and a browser and the built pages if asked, where they are missing or stale:
 * `node scripts/prepare.mjs [tests] [browser] [pages] [start]`. Without `tests` it leaves out the packages that only tests, checks and
 * benches need, unless they are installed already. With `pages` or `start` it first completes a publish that was interrupted. If that is not
 * possible, no pages are built; with `start`, the site starts nevertheless. It starts before any package is installed and on older versions
 * of Node.js, so it is JavaScript without dependencies. After the installation it continues on the Node.js in node_modules.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const ownNode = join(root, 'node_modules/node/bin/node');
const dist = join(root, 'dist');
const isBuild = process.argv.includes('pages');
const isStart = process.argv.includes('start');
/** Longer than a publish takes, whose build and commits have limits of their own. */
const maxPublishMs = 10 * 60 * 1000;

await install();
if (!onOwnNode()) {
  const { status } = spawnSync(ownNode, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exit(status ?? 1);
}
if (existsSync(join(root, 'content/retreat')))
  await run('Moving the retreat into a folder of its own', ownNode, ['scripts/migrate-content.ts']);
if (process.argv.includes('browser')) await run('Looking for a browser', ownNode, ['scripts/browser.ts']);
if (isBuild || isStart) await preparePages();

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

/** Completes a publish that was interrupted, and builds the pages if they are asked for and not those of the sources. */
async function preparePages() {
  await readEnvironment();
  const isCompleted = await completePublish();
  if (!isBuild || isBuilt(sourcesDigest())) return;
  if (!isCompleted) {
    if (await hasPagesToServe()) return console.log('The site starts with the pages that are in dist');
    console.log('The site cannot start with what is in dist, so pages are built of the texts as they are now');
  }
  const lock = await lockDist();
  if (isCompleted && existsSync(journalPath())) {
    // The process that this build waited for was killed while it published.
    lock[Symbol.dispose]();
    return preparePages();
  }
  const wanted = sourcesDigest();
  if (!isBuilt(wanted)) await build(wanted);
  lock[Symbol.dispose]();
}

async function readEnvironment() {
  // TypeScript, which only the project's own Node.js can load.
  const { readEnvFile } = await import('../src/app/env-file.ts');
  // As for the site, an empty variable of the environment counts as missing.
  for (const [name, value] of Object.entries(readEnvFile())) process.env[name] ||= value;
}

function dataFolder() {
  return resolve(root, process.env.DATA_DIR || 'data');
}

function journalPath() {
  return join(dataFolder(), 'content-publish.json');
}

/** Returns whether no interrupted publish is left. If it cannot be completed, a start goes on, and everything else ends here. */
async function completePublish() {
  if (!existsSync(journalPath())) return true;
  const command = ['scripts/complete-publish.ts', dataFolder()];
  return run('Completing a publish that was interrupted', ownNode, command, { mayFail: isStart });
}

/** Returns whether the site would start with what is in `dist`. It refuses pages that lack those of a form in content/. */
async function hasPagesToServe() {
  if (!existsSync(dist)) return false;
  const { loadContent } = await import('../src/content/load.ts');
  const { findUnbuiltForm } = await import('../src/forms/catalog.ts');
  try {
    return findUnbuiltForm(loadContent(), (file) => existsSync(join(dist, 'client', file))) === undefined;
  } catch {
    // Neither a start nor a build can read such texts. The start says why.
    return true;
  }
}

/** Returns the lock under which no other process replaces content/ or `dist`. Waits for one that does. */
async function lockDist() {
  const { buildLockPath, lockPublishing, PublishingIsLocked } = await import('../src/editing/publish-lock.ts');
  const path = buildLockPath(dist);
  try {
    try {
      return lockPublishing(path);
    } catch (error) {
      if (!(error instanceof PublishingIsLocked)) throw error;
      console.log('Waiting until a publish from the desk, or another build, is done …');
      return lockPublishing(path, maxPublishMs);
    }
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

/** Returns the digest of everything that a build is made of. */
function sourcesDigest() {
  const settings = ['SITE_URL', 'HOST', 'PORT'].map((name) => process.env[name] ?? '').join('\n');
  return digest(['package-lock.json', 'astro.config.ts', 'content', 'public', 'src'], settings);
}

/** Returns whether `dist` was built of the sources with this digest. */
function isBuilt(wanted) {
  return isMarked(join(dist, '.built'), wanted);
}

/** Replaces `dist` only by a build that is complete: a site that runs reads from it what it renders on request. */
async function build(wanted) {
  const [next, replaced] = [join(root, '.cache/build'), join(root, '.cache/replaced-build')];
  for (const folder of [next, replaced]) rmSync(folder, { recursive: true, force: true });
  await run('Checking the content', ownNode, ['scripts/check-content.ts', '--errors']);
  // It ends with this process, which holds the lock: the next build writes into the same folder.
  const command = ['--import', './scripts/end-with-parent.mjs', 'node_modules/astro/bin/astro.mjs', 'build', '--outDir', next];
  await run('Building the pages', ownNode, command, { env: { NODE_ENV: 'production' }, quiet: true, hasChannel: true });
  writeFileSync(join(next, '.built'), wanted);
  if (existsSync(dist)) renameSync(dist, replaced);
  renameSync(next, dist);
  rmSync(replaced, { recursive: true, force: true });
}

/**
 * Runs a command and prints what it does, how far it is every few seconds, and how long it took. `quiet` hides the command's
 * output, but not its errors. With `hasChannel` it has an IPC channel to this process. Returns whether it succeeded; unless it `mayFail`, a
 * failure ends this process.
 */
async function run(what, command, args, { env = {}, quiet = false, hasChannel = false, mayFail = false, progress } = {}) {
  console.log(`${what} …`);
  const started = Date.now();
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['inherit', quiet ? 'ignore' : 'inherit', 'inherit', ...(hasChannel ? ['ipc'] : [])],
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
    if (!mayFail) process.exit(1);
    return false;
  }
  console.log(`  done in ${seconds()}`);
  return true;
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
