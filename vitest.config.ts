import { defineConfig } from 'vitest/config';

/** These say for the whole process how sites run, and then load tests that others have loaded too. */
const rearranged = ['test/contract/on-postgres.test.ts', 'test/contract/behind-balancer.test.ts', 'src/outbox/on-postgres.test.ts'];

export default defineConfig({
  test: {
    globalSetup: 'test/support/postgres-service.ts',
    setupFiles: 'test/support/left-over.ts',
    // Each of these starts real processes; a machine with two cores needs a while.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // The log alone is written once a second, which is as long as a poll would wait if nobody said otherwise.
    expect: { poll: { timeout: 20_000 } },
    // Two more than a small machine has processors: most tests wait for a process, a mail or a clock.
    maxWorkers: 4,
    projects: [
      // What these test is in processes of their own. To load the tests' helpers once a worker, not once a file, saves work.
      {
        extends: true,
        test: { name: 'as they come', include: ['src/**/*.test.ts', 'test/**/*.test.ts'], exclude: rearranged, isolate: false },
      },
      { extends: true, test: { name: 'rearranged', include: rearranged } },
    ],
  },
});
