import { existsSync, readFileSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { browserFlags } from './scripts/browser-flags.ts';
import type { Shared } from './test/support/browser.ts';

const note = '.cache/browser';

export default defineConfig<object, Shared>({
  globalSetup: './test/support/postgres-service.ts',
  testDir: 'test',
  testMatch: '**/*.spec.ts',
  outputDir: '.cache/test-results',
  forbidOnly: process.env['CI'] !== undefined,
  fullyParallel: true,
  workers: 3,
  timeout: 60_000,
  // A machine with two cores, three browsers and a database between them is at times slow.
  expect: { timeout: 15_000 },
  projects: [
    { name: 'one instance' },
    {
      name: 'two instances behind nginx',
      testMatch: ['e2e/forms.spec.ts', 'e2e/forms-without-script.spec.ts', 'e2e/crowded.spec.ts'],
      use: { deployment: 'two instances over postgres' },
    },
    {
      name: 'the desk over PostgreSQL',
      testMatch: 'e2e/desk/retreat.spec.ts',
      // These two happen in the page alone.
      grepInvert: /stays open while its request runs|nobody of the last search/u,
      use: { deployment: 'postgres' },
    },
  ],
  snapshotPathTemplate: '{testDir}/{testFileDir}/snapshots/{arg}{ext}',
  use: {
    browserName: 'chromium',
    // A page that glides under Playwright's hand is pressed where its button was. Tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(existsSync(note) && { executablePath: readFileSync(note, 'utf8').trim() }),
      args: browserFlags,
    },
  },
});
