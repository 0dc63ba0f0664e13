import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { browserFlags } from '../scripts/browser-flags.ts';
import { project } from './site.ts';

/** The phone that Lighthouse emulates: its screen in CSS pixels, and their density. */
export const screen = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** Chromium then fetches lazy pictures from 2,500 px below the screen instead of 1,250: the worse case. */
export const phoneFlags = ['--force-effective-connection-type=3G'];

/** Slow 4G for `Network.emulateNetworkConditionsByRule` of the DevTools protocol: 1.6 Mbit/s down, 750 kbit/s up, 150 ms round trip. */
export const slow4G = {
  offline: false,
  matchedNetworkConditions: [{ urlPattern: '', latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }],
};

/** Returns the launch options of the browser: CHROMIUM_PATH, the path that scripts/browser.ts found, or Playwright's own browser. */
export function browserOptions(flags: string[] = []) {
  const pathFile = join(project, '.cache/browser');
  const foundPath = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : undefined;
  const executablePath = process.env['CHROMIUM_PATH'] || foundPath;
  return { args: [...browserFlags, ...flags], ...(executablePath && { executablePath }) };
}

/** Opens a new browser with an empty profile that emulates a phone on slow 4G, with a processor `slowdown` times slower than this one. */
export async function openPhone({ slowdown = 1 } = {}) {
  const browser = await chromium.launch(browserOptions(phoneFlags));
  const page = await browser.newPage(screen);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditionsByRule', slow4G);
  if (slowdown > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return { page, cdp, [Symbol.asyncDispose]: () => browser.close() };
}
