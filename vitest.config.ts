import { defineConfig } from 'vitest/config';
import { deploymentVariable } from './test/support/deployment.ts';
import type { Deployment } from './test/support/deployment.ts';

/** Returns a project that runs these files with the given deployment of their sites. */
const project = (deployment: Deployment, include: string[]) => ({
  extends: true as const,
  test: { name: deployment, include, env: { [deploymentVariable]: deployment } },
});

export default defineConfig({
  test: {
    globalSetup: 'test/support/postgres-service.ts',
    setupFiles: 'test/support/setup.ts',
    // Many tests start processes, which takes a while on a machine with two cores.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    // Two more than the cores of a small machine, because tests often wait for a process, a mail or a clock.
    maxWorkers: 4,
    // Test files share no state in memory, so modules are loaded once per worker instead of once per file.
    isolate: false,
    projects: [
      project('sqlite', ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts']),
      project('postgres', [
        'test/contract/form-posts.test.ts',
        'src/mail/{channel,smtp-transport}.test.ts',
        'src/workshops/reminders.test.ts',
        'src/desk/server/remote/sessions.test.ts',
        'src/desk/server/routes/retreat.test.ts',
        'src/retreats/{mails,events,answer-notes}.test.ts',
      ]),
      project('two instances over postgres', ['test/contract/form-posts.test.ts']),
    ],
  },
});
