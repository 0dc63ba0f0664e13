/** `npm test`: every test there is, over both runners, and the true totals alone on the last line. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const cache = join(root, '.cache');
const vitestReport = join(cache, 'vitest.json');
const playwrightReport = join(cache, 'playwright.json');

interface VitestReport {
  testResults: { name: string; message: string; assertionResults: { fullName: string; status: string }[] }[];
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
}

interface Suite {
  suites?: Suite[];
  specs: { file: string; title: string; tests: { projectName: string; status: string }[] }[];
}

interface PlaywrightReport {
  suites: Suite[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
}

function run(name: string, args: string[], report: string): void {
  rmSync(report, { force: true });
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  if (status !== 0) process.exitCode = 1;
  if (status === null) console.error(`${name} was stopped`);
}

function read<Report>(report: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(report, 'utf8')) as Report;
  } catch {
    process.exitCode = 1;
    return undefined;
  }
}

mkdirSync(cache, { recursive: true });
run(
  'Vitest',
  ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
  vitestReport,
);
run('Playwright', ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'], playwrightReport);

const vitest = read<VitestReport>(vitestReport);
const playwright = read<PlaywrightReport>(playwrightReport);
// A test file that cannot be loaded has no tests to count, but it has failed; so has a browser test that passed at its second try.
const passed = (vitest?.numPassedTests ?? 0) + (playwright?.stats.expected ?? 0);
const failed =
  (vitest ? vitest.numFailedTests || vitest.numFailedTestSuites : 1) +
  (playwright ? playwright.stats.unexpected + playwright.stats.flaky + playwright.errors.length : 1);
if (failed > 0) process.exitCode = 1;

// Their names once more at the end, where the last lines of a long log show them.
for (const { name, message, assertionResults } of vitest?.testResults ?? []) {
  if (message) console.log(`FAILED  ${name}: ${message.split('\n')[0]}`);
  for (const { fullName, status } of assertionResults) if (status === 'failed') console.log(`FAILED  ${name} › ${fullName}`);
}
function tell({ suites = [], specs }: Suite): void {
  for (const { file, title, tests } of specs)
    for (const { projectName, status } of tests)
      if (status === 'unexpected' || status === 'flaky') console.log(`FAILED  ${file} › ${title} (${projectName})`);
  for (const suite of suites) tell(suite);
}
for (const suite of playwright?.suites ?? []) tell(suite);
const totals = `${passed} passed, ${failed} failed`;
writeFileSync(join(cache, 'totals'), `${totals}\n`);
console.log(`\n${totals}`);
