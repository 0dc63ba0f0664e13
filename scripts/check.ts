/** `npm run check`: every check that runs no test. A step runs even when an earlier one failed, so that one run shows every problem. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const steps: [name: string, args: string[]][] = [
  ['format', ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.']],
  ['lint', ['node_modules/oxlint/bin/oxlint', '--deny-warnings']],
  ['types', ['node_modules/astro/bin/astro.mjs', 'check', '--minimumSeverity=warning', '--minimumFailingSeverity=warning']],
  ['unused', ['node_modules/knip/bin/knip.js']],
  ['imports', ['scripts/check-imports.ts']],
  ['content', ['scripts/check-content.ts']],
  ['budgets', ['bench/budgets.ts']],
];

const results = steps.map(([name, args]) => {
  console.log(`\n── ${name} ${'─'.repeat(60 - name.length)}`);
  const started = performance.now();
  const { status } = spawnSync(process.execPath, args, {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  });
  return { name, passed: status === 0, seconds: Math.round((performance.now() - started) / 1000) };
});

console.log(`\n── summary ${'─'.repeat(53)}`);
for (const { name, passed, seconds } of results) console.log(`${passed ? 'ok    ' : 'FAILED'}  ${name.padEnd(10)} ${seconds} s`);
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
