import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../support/environment.ts';
import { temporaryFolder } from '../support/databases.ts';

/** Runs the import check in a folder that contains only these files. */
function check(files: Record<string, string>) {
  using temporary = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    const file = join(temporary.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const script = join(root, 'scripts/check-imports.ts');
  const { status, stderr } = spawnSync(process.execPath, [script], { cwd: temporary.folder, encoding: 'utf8' });
  return { status, stderr };
}

const shared = "import type { Two } from './two.ts';\nexport interface One { two?: Two }\n";

it('the import check accepts type-only imports without a cycle', () => {
  expect(check({ 'src/a/one.ts': shared, 'src/a/two.ts': 'export interface Two { count: number }\n' })).toEqual({ status: 0, stderr: '' });
});

it('the import check fails for a type-only cycle between two files of one folder', () => {
  const { status, stderr } = check({
    'src/a/one.ts': shared,
    'src/a/two.ts': "import type { One } from './one.ts';\nexport interface Two { one?: One }\n",
  });
  expect(stderr).toContain('closes a cycle between files: src/a/one.ts → src/a/two.ts → src/a/one.ts');
  expect(status).toBe(1);
});

it('the import check fails for a cycle between two folders', () => {
  const { status, stderr } = check({
    'src/a/one.ts': "import { three } from '../b/three.ts';\nexport const one = three;\n",
    'src/a/two.ts': 'export const two = 2;\n',
    'src/b/three.ts': "import { two } from '../a/two.ts';\nexport const three = two;\n",
  });
  expect(stderr).toContain('src/a/one.ts → src/b/three.ts\n    closes a cycle between folders');
  expect(status).toBe(1);
});

it('the import check fails if it finds no imports', () => {
  expect(check({ 'src/a/one.ts': 'export const one = 1;\n' })).toEqual({ status: 1, stderr: '' });
});
