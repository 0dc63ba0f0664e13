/**
 * `npm run test:attacks`: replays the attacks that a release must withstand, which are the tests whose title contains `attack:`.
 * `npm test` runs them too.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const mark = 'attack:';
const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root }).filter((file) =>
  readFileSync(join(root, file), 'utf8').includes(mark),
);
const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'sqlite', '--reporter', 'tree', '--testNamePattern', mark, ...files];
process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
