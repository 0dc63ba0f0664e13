import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { CDPSession, Page } from '@playwright/test';
import { browserFlags } from '../scripts/browser-flags.ts';
import { project } from './site.ts';

/** A phone as Lighthouse has it: its screen in CSS pixels and their density. */
export const screen = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** Slow 4G: 1.6 Mbit/s down, 750 kbit/s up, 150 ms to and fro. */
const slow4G = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

export interface Phone extends AsyncDisposable {
  page: Page;
  cdp: CDPSession;
}

/** The browser to measure with: CHROMIUM_PATH, the one that scripts/browser.ts found, or Playwright's own. */
export function browserOptions(flags: string[] = []) {
  const note = join(project, '.cache/browser');
  const kept = existsSync(note) ? readFileSync(note, 'utf8').trim() : undefined;
  const executablePath = process.env['CHROMIUM_PATH'] || kept;
  return { args: [...browserFlags, ...flags], ...(executablePath && { executablePath }) };
}

/**
 * A new browser with an empty profile, as a phone on slow 4G whose processor is so many times slower than this one. Chromium fetches
 * lazy pictures from further away when it takes the connection for 3G (2,500 px instead of 1,250), so it is told so: the worse case.
 */
export async function openPhone({ slowdown = 1 } = {}): Promise<Phone> {
  const browser = await chromium.launch(browserOptions(['--force-effective-connection-type=3G']));
  const page = await browser.newPage(screen);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditionsByRule', { offline: false, matchedNetworkConditions: [{ urlPattern: '', ...slow4G }] });
  if (slowdown > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return { page, cdp, [Symbol.asyncDispose]: () => browser.close() };
}
