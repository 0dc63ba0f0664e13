import type { Page } from '@playwright/test';
import { paths } from '../../src/paths.ts';
import { expect, test } from '../support/browser.ts';
import { workshop } from '../support/forms.ts';

/** Returns whether the page lets a text become HTML or the address of a script, as an injection would need (W3C Trusted Types). */
const injections = (page: Page) =>
  page.evaluate(() => {
    const tries = {
      html: () => void (document.createElement('div').innerHTML = '<img>'),
      script: () => void (document.createElement('script').src = '/x.js'),
      worker: () => void new Worker('/x.js'),
    };
    return Object.entries(tries).map(([name, attempt]) => {
      try {
        attempt();
        return `${name} allowed`;
      } catch {
        return `${name} refused`;
      }
    });
  });

test('each page with script refuses to turn text into HTML or script, and its own script does not need to', async ({ page, trouble }) => {
  for (const path of [paths.home, paths.speakerSeries, paths.form(workshop.id)]) {
    await page.goto(path);
    await page.keyboard.press('End');
    await page.waitForLoadState('networkidle');
    expect(trouble, path).toEqual([]);
    expect(await injections(page), path).toEqual(['html refused', 'script refused', 'worker refused']);
    // The browser logs each of them.
    expect(trouble.splice(0), path).toHaveLength(3);
  }
});
