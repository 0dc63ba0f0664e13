import { existsSync, readFileSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { browserFlags } from './scripts/browser-flags.ts';

const browserPathFile = '.cache/browser';

export default defineConfig({
  globalSetup: './test/support/postgres-service.ts',
  testDir: 'test',
  testMatch: '**/*.spec.ts',
  outputDir: '.cache/test-results',
  forbidOnly: process.env['CI'] !== undefined,
  // Node.js runs the TypeScript of the product and of the tests itself. Playwright would transform it with Babel first.
  build: { external: ['**/*.ts'] },
  fullyParallel: true,
  workers: 3,
  timeout: 60_000,
  // A machine with two cores is sometimes slow with three browsers and a database.
  expect: { timeout: 15_000 },
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
