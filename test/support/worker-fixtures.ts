import { test } from '@playwright/test';
import { setDeployment } from './deployment.ts';
import type { Deployment } from './deployment.ts';
import { unlimited } from './proof.ts';
import { startSite } from './site.ts';
import type { Site } from './site.ts';

export interface Shared {
  deployment: Deployment;
  site: Site;
}

/**
 * The base of every browser test, with what the tests of one worker share. `deployment`: how the sites run. `site`: one site per worker,
 * started for the first test that uses it. A test with other worker fixtures would get a new worker with a new browser, so tests that need
 * no site build on this as well.
 */
export const base = test.extend<object, Shared>({
  deployment: ['sqlite', { option: true, scope: 'worker' }],
  site: [
    async ({ deployment }, provide) => {
      setDeployment(deployment);
      await using site = await startSite({ env: unlimited });
      await provide(site);
    },
    { scope: 'worker' },
  ],
});
