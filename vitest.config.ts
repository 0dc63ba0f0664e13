import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: 'test/support/postgres-service.ts',
    include: ['test/**/*.test.ts'],
    // Each of these starts real processes; a machine with two cores needs a while.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // The log alone is written once a second, which is as long as a poll would wait if nobody said otherwise.
    expect: { poll: { timeout: 20_000 } },
    // Two more than a small machine has processors: most tests wait for a process, a mail or a clock.
    maxWorkers: 4,
  },
});
