import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';
import { deploymentVariable } from './test/support/deployment.ts';
import type { Deployment } from './test/support/deployment.ts';

// As where the site is deployed (deploy/). React's development build takes twice as long to render a page.
process.env['NODE_ENV'] = 'production';

/**
 * Returns a project that runs these files with the given deployment of their sites, after the projects with a lower `groupOrder`. A worker
 * of one project ends before it would run a file of another, and the start of a worker takes as long as a small file.
 */
const project = (deployment: Deployment, include: string[], order: { groupOrder: number; maxWorkers: number }) => ({
  extends: true as const,
  test: {
    name: deployment,
    include,
    env: { [deploymentVariable]: deployment },
    maxWorkers: order.maxWorkers,
    sequence: { groupOrder: order.groupOrder },
  },
});

const isLong = ({ moduleId }: TestSpecification): boolean =>
  /\/test\/faults\/|\/(?:race|follow-releases|startup|published-content)\.test\.ts$/u.test(moduleId);

/** Starts the files that take longest first: what begins last must not be what others wait for at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the method of Vitest's sequencer, not of an array
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => Number(isLong(other)) - Number(isLong(one)));
  }
}

export default defineConfig({
  test: {
    globalSetup: 'test/support/postgres-service.ts',
    // The built pages and mails run as in production: Vitest would transform them, and read the whole file again for each rendered page.
    // Node.js strips the types of the product's TypeScript itself, which takes less time than to transform it, and keeps the compiled code.
    server: { deps: { external: [/\/dist\/(?:server|emails)\//u, /\/(?:src|scripts)\/.*(?<!\.test)\.ts$/u] } },
    setupFiles: 'test/support/setup.ts',
    // Many tests start processes, which takes a while on a machine with two cores.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    // Test files share no state in memory, so modules are loaded once per worker instead of once per file.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      project(
        'postgres',
        [
          'test/contract/form-posts.test.ts',
          'src/mail/mail-channel.test.ts',
          'src/workshops/reminders.test.ts',
          'src/desk/server/remote/{sessions,own-passkeys}.test.ts',
          'src/desk/server/routes/retreat.test.ts',
          'src/retreats/{mails,answer-notes}.test.ts',
          'src/people/erase-person.test.ts',
        ],
        { groupOrder: 0, maxWorkers: 2 },
      ),
      // Two more than the cores of a small machine, because tests often wait for a process, a mail or a clock.
      project('sqlite', ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'], { groupOrder: 1, maxWorkers: 4 }),
    ],
  },
});
