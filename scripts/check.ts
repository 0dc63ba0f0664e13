/** `npm run check`: the gate. Each step runs even when an earlier one failed, so that one run shows all there is to mend. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const node = process.execPath;

const steps: [name: string, command: string[]][] = [
  ['format', [node, 'node_modules/prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.']],
  ['lint', [node, 'node_modules/oxlint/bin/oxlint', '--deny-warnings']],
  ['types', [node, 'node_modules/astro/bin/astro.mjs', 'check', '--minimumSeverity=warning', '--minimumFailingSeverity=warning']],
  ['unused', [node, 'node_modules/knip/bin/knip.js']],
  ['imports', [node, 'scripts/check-imports.ts']],
  ['content', [node, 'scripts/check-content.ts']],
  ['budgets', [node, 'bench/budgets.ts']],
];

const results = steps.map(([name, [command, ...args]]) => {
  console.log(`\n── ${name} ${'─'.repeat(60 - name.length)}`);
  const started = Date.now();
  const { status } = spawnSync(command as string, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  });
  return { name, green: status === 0, seconds: Math.round((Date.now() - started) / 1000) };
});

console.log(`\n── the gate ${'─'.repeat(53)}`);
for (const { name, green, seconds } of results) console.log(`${green ? 'ok    ' : 'FAILED'}  ${name.padEnd(10)} ${seconds} s`);
process.exitCode = results.every(({ green }) => green) ? 0 : 1;
