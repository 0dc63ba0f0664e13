import { defineConfig } from 'vitest/config';
import { deploymentVariable } from './test/support/deployment.ts';
import type { Deployment } from './test/support/deployment.ts';

/** A project that runs these files with their sites deployed in this way. */
const project = (deployment: Deployment, include: string[]) => ({
  extends: true as const,
  test: { name: deployment, include, env: { [deploymentVariable]: deployment } },
});

export default defineConfig({
  test: {
    globalSetup: 'test/support/postgres-service.ts',
    setupFiles: 'test/support/setup.ts',
    // Many tests start processes, and a machine with two cores needs a while for these.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    // Two more than a small machine has processors: tests often wait for a process, a mail or a clock.
    maxWorkers: 4,
    // Test files share no state but what processes and temporary folders hold: modules are loaded once per worker instead of once per file.
    isolate: false,
    projects: [
      project('sqlite', ['src/**/*.test.ts', 'test/**/*.test.ts']),
      project('postgres', [
        'test/contract/form-posts.test.ts',
        'src/mail/{channel,smtp-transport}.test.ts',
        'src/workshops/jobs.test.ts',
        'src/retreats/{mails,events}.test.ts',
      ]),
      project('two instances over postgres', ['test/contract/form-posts.test.ts']),
    ],
  },
});
