import { spawnSync } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/databases.ts';

const log = new URL('log-output.ts', import.meta.url).href;
const writeLines = "for (let number = 0; number < 5000; number += 1) output.write(`${number} ${'x'.repeat(50)}\\n`);";

it.each(['process.exit()', 'throw new Error()', 'output.flush(() => process.exit())', ''])(
  'the log has every line of a process that has just written many and ends with "%s"',
  (end) => {
    using temporary = temporaryFolder();
    const file = join(temporary.folder, 'log');
    const script = `import { openOutput } from '${log}'; const output = openOutput(); ${writeLines} ${end}`;
    spawnSync(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', openSync(file, 'w'), 'ignore'] });
    expect(readFileSync(file, 'utf8').match(/^\d+ x{50}$/gmu)).toHaveLength(5000);
  },
);
