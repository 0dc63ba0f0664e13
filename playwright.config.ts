import { existsSync, readFileSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { browserFlags } from './scripts/browser-flags.ts';

/** The tests that build the pages again, with other content. */
const otherBuilds = ['e2e/desk/publish.spec.ts', 'e2e/series.spec.ts', 'e2e/build-variants.spec.ts'];

const browserPathFile = '.cache/browser';

export default defineConfig({
  globalSetup: './test/support/postgres-service.ts',
  testDir: 'test',
  testMatch: '**/*.spec.ts',
  outputDir: '.cache/test-results',
  forbidOnly: process.env['CI'] !== undefined,
  fullyParallel: true,
  workers: 3,
  timeout: 60_000,
  // A machine with two cores is sometimes slow with three browsers and a database.
  expect: { timeout: 15_000 },
  projects: [
    // The longest first: what begins last must not be what others wait for at the end.
    { name: 'other builds', testMatch: otherBuilds },
    { name: 'this build', testIgnore: otherBuilds },
  ],
  snapshotPathTemplate: '{testDir}/{testFileDir}/snapshots/{arg}{ext}',
  use: {
    browserName: 'chromium',
    // Playwright clicks where a button was before smooth scrolling moved it. Tests of motion turn it on again.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(existsSync(browserPathFile) && { executablePath: readFileSync(browserPathFile, 'utf8').trim() }),
      // A host name that is not loopback to a browser, for the test of plain HTTP.
      args: [...browserFlags, '--host-resolver-rules=MAP house.test 127.0.0.1'],
    },
  },
});
