/**
 * `npm test`: runs Vitest and then Playwright, lists the ten slowest files and every failed test, and prints the totals on the last line.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { memoryFolder } from './memory-folder.ts';

const root = join(import.meta.dirname, '..');
const cache = join(root, '.cache');
const vitestReport = join(cache, 'vitest.json');
const playwrightReport = join(cache, 'playwright.json');

interface VitestReport {
  testResults: {
    name: string;
    message: string;
    startTime: number;
    endTime: number;
    assertionResults: { fullName: string; status: string }[];
  }[];
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
}

interface Suite {
  suites?: Suite[];
  specs: { file: string; title: string; tests: { status: string; results: { duration: number }[] }[] }[];
}

interface PlaywrightReport {
  suites: Suite[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
}

function runTests<Report>(name: string, args: string[], report: string): Report | undefined {
  rmSync(report, { force: true });
  const { status, signal } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...environment, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  if (status !== 0) process.exitCode = 1;
  if (signal) console.error(`${name} was ended by ${signal}`);
  try {
    return JSON.parse(readFileSync(report, 'utf8')) as Report;
  } catch {
    process.exitCode = 1;
    return undefined;
  }
}

// The tests start many processes that load the same modules: Node.js keeps their compiled code.
const environment = { TMPDIR: memoryFolder(), NODE_COMPILE_CACHE: join(cache, 'compiled'), ...process.env };
mkdirSync(cache, { recursive: true });
const started = performance.now();
// One after the other: both are limited by the processor, and browser tests time out if the other tests run at the same time.
const vitest = runTests<VitestReport>(
  'Vitest',
  ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
  vitestReport,
);
const playwright = runTests<PlaywrightReport>(
  'Playwright',
  ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'],
  playwrightReport,
);

const browserTests: Suite['specs'] = [];
function collect({ suites = [], specs }: Suite): void {
  browserTests.push(...specs);
  for (const suite of suites) collect(suite);
}
for (const suite of playwright?.suites ?? []) collect(suite);

const secondsByFile = new Map<string, number>();
const addSeconds = (file: string, ms: number) => secondsByFile.set(file, (secondsByFile.get(file) ?? 0) + ms / 1000);
for (const { name, startTime, endTime } of vitest?.testResults ?? []) addSeconds(relative(root, name), endTime - startTime);
for (const { file, tests } of browserTests)
  for (const { results } of tests) for (const { duration } of results) addSeconds(join('test', file), duration);
console.log('\nThe ten slowest files:');
for (const [file, seconds] of [...secondsByFile].toSorted(([, one], [, other]) => other - one).slice(0, 10))
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);

// A test file that cannot be loaded has no tests to count, but counts as failed. So does a browser test that passed
// only when it was retried.
const passed = (vitest?.numPassedTests ?? 0) + (playwright?.stats.expected ?? 0);
const failed =
  (vitest ? vitest.numFailedTests || vitest.numFailedTestSuites : 1) +
  (playwright ? playwright.stats.unexpected + playwright.stats.flaky + playwright.errors.length : 1);
if (failed > 0) process.exitCode = 1;

for (const { name, message, assertionResults } of vitest?.testResults ?? []) {
  if (message) console.log(`FAILED  ${name}: ${message.split('\n')[0]}`);
  for (const { fullName, status } of assertionResults) if (status === 'failed') console.log(`FAILED  ${name} › ${fullName}`);
}
for (const { file, title, tests } of browserTests)
  for (const { status } of tests) if (status === 'unexpected' || status === 'flaky') console.log(`FAILED  ${file} › ${title}`);

const totals = `${passed} passed, ${failed} failed`;
writeFileSync(join(cache, 'totals'), `${totals}\n`);
console.log(`\nTook ${Math.round((performance.now() - started) / 1000)} s`);
console.log(totals);
