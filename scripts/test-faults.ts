/** `npm run test:faults`: runs the fault tests with 200 rounds instead of 3, and the tests that wait for half a minute. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'test/faults', 'src/database/processes.test.ts'], {
  cwd: join(import.meta.dirname, '..'),
  stdio: 'inherit',
  env: { FAULT_ROUNDS: '200', ...process.env },
});
process.exitCode = status ?? 1;
