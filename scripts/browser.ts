/**
 * Finds a browser for the tests, or brings one: CHROMIUM_PATH, an installed Chrome or Chromium, Playwright's own download,
 * Debian's package (as root), and last a Chromium that comes in an npm package. Its path is kept in .cache/browser.
 * Where Chromium's headless shell is there, it comes first: the same browser without the windows around the page, so the tests take less time.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { unpackBrowser } from './browser-package.ts';

const root = join(import.meta.dirname, '..');
const cache = join(root, '.cache');
const note = join(cache, 'browser');
const packaged = join(cache, 'browser-package');

const names = ['chromium-headless-shell', 'google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'];
const places = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

function works(path: string | undefined): path is string {
  return path !== undefined && path !== '' && isProgram(path) && spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function installed(): string | undefined {
  const onPath = names.flatMap((name) => (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name)));
  const kept = existsSync(note) ? [readFileSync(note, 'utf8').trim()] : [];
  return [process.env['CHROMIUM_PATH'], ...kept, ...onPath, ...places, chromium.executablePath()].find(works);
}

function bring(what: string, command: string, args: string[]): boolean {
  console.log(`  ${what} …`);
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  if (status !== 0) console.log('    not to be had that way');
  return status === 0;
}

/**
 * Installs fonts like Arial and Georgia where a Debian has none. Every visitor's system has them, and the page's fallbacks are matched to their
 * widths: without them text shifts when the web fonts arrive, and the layout budgets measure that.
 */
function bringFonts(): void {
  const isThere = ['liberation', 'liberation2'].some((folder) => existsSync(`/usr/share/fonts/truetype/${folder}`));
  if (isThere || process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  bring('Debian’s package lists', 'apt-get', ['update']);
  bring('Debian’s Liberation fonts', 'apt-get', ['install', '-y', '--no-install-recommends', 'fonts-liberation']);
}

/** Each way ends with the path of a browser, or with nothing. */
const ways: (() => Promise<string | undefined> | string | undefined)[] = [
  installed,
  () =>
    bring('Playwright’s Chromium', process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium-headless-shell'])
      ? installed()
      : undefined,
  () => {
    if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined;
    bring('Debian’s package lists', 'apt-get', ['update']);
    const install = ['install', '-y', '--no-install-recommends'];
    const brought =
      bring('Debian’s headless Chromium', 'apt-get', [...install, 'chromium-headless-shell']) ||
      bring('Debian’s Chromium', 'apt-get', [...install, 'chromium']);
    return brought ? installed() : undefined;
  },
  async () => {
    if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
    mkdirSync(packaged, { recursive: true });
    const install = ['install', '--prefix', packaged, '--no-audit', '--no-fund', '@sparticuz/chromium'];
    return bring('Chromium from the npm registry', 'npm', install) ? unpackBrowser(packaged) : undefined;
  },
];

async function find(): Promise<string | undefined> {
  for (const way of ways) {
    const path = await way();
    if (works(path)) return path;
  }
  return undefined;
}

bringFonts();
const found = await find();
if (found) {
  mkdirSync(cache, { recursive: true });
  writeFileSync(note, found);
  console.log(`  ${found}`);
} else {
  console.error('No Chromium or Chrome was found, and none could be installed. Install one, or set CHROMIUM_PATH to where it is.');
  process.exitCode = 1;
}
