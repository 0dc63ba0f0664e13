import { test } from '@playwright/test';
import { unlimited } from './proof.ts';
import { startSite } from './site.ts';
import type { Site } from './site.ts';

/**
 * The base of every browser test. `site`: one site per worker, started for the first test that uses it. A test with other worker fixtures
 * would get a new worker with a new browser, so tests that need no site build on this as well.
 */
export const base = test.extend<object, { site: Site }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from here
    async ({}, provide) => {
      await using site = await startSite({ env: unlimited });
      await provide(site);
    },
    { scope: 'worker' },
  ],
});
