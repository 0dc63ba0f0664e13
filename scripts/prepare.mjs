/**
 * Installs packages, and a browser and the built pages if asked, where they are missing or stale: `node scripts/prepare.mjs [browser] [pages]`.
 * It starts before any package is installed and on older versions of Node.js, so it is JavaScript without dependencies. After the installation it
 * continues on the Node.js in node_modules.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const ownNode = join(root, 'node_modules/node/bin/node');

install();
if (!onOwnNode()) {
  const { status } = spawnSync(ownNode, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exit(status ?? 1);
}
if (existsSync(join(root, 'content/retreat'))) run('Moving the retreat into a folder of its own', ownNode, ['scripts/migrate-content.ts']);
if (process.argv.includes('browser')) run('Looking for a browser', ownNode, ['scripts/browser.ts']);
if (process.argv.includes('pages')) build();

function install() {
  const stamp = join(root, 'node_modules/.installed');
  const wanted = digest(['package.json', 'package-lock.json']);
  if (existsSync(ownNode) && isMarked(stamp, wanted)) return;
  // Installs the versions of the lock file. `npm ci` would too, but fails if a registry lacks a package for another platform.
  const command = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  run('Installing what the site needs (about a minute)', 'npm', command);
  // npm skips native packages that do not support the Node.js on which npm runs.
  if (!onOwnNode())
    run('Installing the packages that an older Node.js skips', 'npm', command, { PATH: dirname(ownNode) + delimiter + process.env.PATH });
  writeFileSync(stamp, wanted);
}

function onOwnNode() {
  return existsSync(ownNode) && realpathSync(process.execPath) === realpathSync(ownNode);
}

function build() {
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
  const stamp = join(root, 'dist/.built');
  const sources = ['package-lock.json', 'astro.config.ts', 'content', 'public', 'src'];
  const settings = ['SITE_URL', 'HOST', 'PORT'].map((name) => process.env[name] ?? '').join('\n');
  const wanted = digest(sources, settings);
  if (isMarked(stamp, wanted)) return;
  rmSync(stamp, { force: true });
  run('Checking the content', ownNode, ['scripts/check-content.ts', '--errors']);
  run('Building the pages (about a minute the first time)', ownNode, ['node_modules/astro/bin/astro.mjs', 'build'], {
    NODE_ENV: 'production',
  });
  writeFileSync(stamp, wanted);
}

/** Runs a command and prints what it does and how long it took. Hides the progress output of the build, but not its errors. */
function run(what, command, args, env = {}) {
  console.log(`${what} …`);
  const started = Date.now();
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['inherit', what.startsWith('Building') ? 'ignore' : 'inherit', 'inherit'],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...env },
  });
  if (status !== 0) {
    console.error(`${what}: failed${error ? ` (${error.message})` : ''}; see the lines above`);
    process.exit(1);
  }
  console.log(`  done in ${Math.round((Date.now() - started) / 1000)} s`);
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
