import { paths } from '../../src/paths.ts';
import { listSubmissions, workshop } from '../support/forms.ts';
import { arrived, expect, fill, waitForHydration, test } from '../support/browser.ts';
import { unlimited } from '../support/proof.ts';
import { freePort } from '../support/free-port.ts';

/** A browser has no Web Crypto on plain HTTP, except on localhost (Secure Contexts). playwright.config.ts maps this name to 127.0.0.1. */
const host = 'house.test';

test('without Web Crypto the form is sent without a proof, and confirmed by mail', async ({ page, startOwn, origins, trouble }) => {
  const port = String(await freePort());
  const origin = `http://${host}:${port}`;
  origins.add(origin);
  const site = await startOwn({ ...unlimited, PORT: port, SITE_URL: origin });
  let challenges = 0;
  page.on('request', (request) => (challenges += Number(request.url().endsWith(paths.challenge))));
  await page.goto(`${origin}/speaker-series`);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await waitForHydration(page.mainFrame());
  const { inf_field_Email: email } = await fill(page.mainFrame());
  await page.locator('form').getByRole('button').click();
  await arrived(page.mainFrame(), paths.checkInbox(workshop.id));
  expect(challenges).toBe(0);
  expect((await listSubmissions(site)).find(({ fields }) => fields['inf_field_Email'] === email)?.state).toBe('held');
  // Chromium reports that it ignores this header on an insecure origin.
  expect(trouble.filter((line) => !line.startsWith('logged The Cross-Origin-Opener-Policy header has been ignored'))).toEqual([]);
  trouble.length = 0;
});
