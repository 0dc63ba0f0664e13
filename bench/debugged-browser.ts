import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { browserOptions } from './phone.ts';
import { stopOnExit } from './processes.ts';

/**
 * Starts a browser with an empty profile that is driven over a port, by Lighthouse for example. If Playwright launched it, Playwright would
 * attach to each of its pages.
 */
export async function startDebuggedBrowser(flags: string[] = []): Promise<AsyncDisposable & { port: number }> {
  const profile = mkdtempSync(join(tmpdir(), 'founder-house-browser-'));
  const { args, executablePath = chromium.executablePath() } = browserOptions(flags);
  const own = [
    '--headless',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    '--no-default-browser-check',
    '--disable-extensions',
  ];
  const child = stopOnExit(spawn(executablePath, [...own, ...args, 'about:blank'], { stdio: 'ignore', detached: true }));
  const stop = async () => {
    await child.stop();
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
  const portFile = join(profile, 'DevToolsActivePort');
  for (let tries = 0; tries < 600 && child.exitCode === null; tries++) {
    const [port] = existsSync(portFile) ? readFileSync(portFile, 'utf8').split('\n') : [];
    if (port) return { port: Number(port), [Symbol.asyncDispose]: stop };
    await pause(50);
  }
  await stop();
  throw new Error(`${executablePath} opened no port for the DevTools protocol`);
}
