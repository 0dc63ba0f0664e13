import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
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

it('a process whose log is a full pipe pauses between its attempts to write the last lines', async () => {
  // A pipe of a parent on Node.js is a socket that does not block, once the process has used standard output itself.
  const script = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { writeSync } = fs;
    let attempts = 0;
    fs.writeSync = (...values) => { attempts += 1; return writeSync(...values); };
    syncBuiltinESMExports();
    const { openOutput } = await import('${log}');
    process.stdout._handle.setBlocking(false);
    while (true) try { writeSync(1, 'x'.repeat(65536)); } catch { break; }
    openOutput().write('the last line\\n');
    process.on('exit', () => writeSync(2, String(attempts)));
    process.exit();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [attempts] = (await once(child.stderr!, 'data')) as [Buffer];
  child.stdout!.resume();
  expect(Number(attempts.toString())).toBeGreaterThan(1);
  expect(Number(attempts.toString())).toBeLessThan(200);
});
