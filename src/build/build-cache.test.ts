import { existsSync, mkdtempSync, readdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openBuildCache } from './build-cache.ts';

const page = Buffer.from('<h1>Three days at one long table</h1>');

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

/** Returns what a new build gets for the page, and how often it made it. */
async function build(folder: string, bytes = page) {
  let made = 0;
  const cache = openBuildCache(folder);
  const make = async () => Buffer.from(`${(made += 1)} of ${bytes.length}`);
  const results = await Promise.all([cache.get(bytes, 'br', make), cache.get(bytes, 'br', make)]);
  await cache.removeOld();
  return { made, results: results.map(String) };
}

function temporaryFolder(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), 'founder-house-build-cache-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

it('a build creates each file once, and reuses the file that an earlier build created from the same bytes', async () => {
  using folder = temporaryFolder();
  const once = { made: 1, results: [`1 of ${page.length}`, `1 of ${page.length}`] };
  expect(await build(folder.path)).toEqual(once);
  expect(await build(folder.path)).toEqual({ ...once, made: 0 });
  expect((await build(folder.path, Buffer.from('another page'))).made).toBe(1);
});

it('a file that a crash truncated in the build cache is created again', async () => {
  using folder = temporaryFolder();
  await build(folder.path);
  for (const length of [35, 0]) {
    truncateSync(join(folder.path, readdirSync(folder.path)[0]!), length);
    expect((await build(folder.path)).made).toBe(1);
  }
});

it('the build cache keeps the files that were used within 30 days', async () => {
  using folder = temporaryFolder();
  await build(folder.path);
  const [name] = readdirSync(folder.path);
  utimesSync(join(folder.path, name!), daysAgo(29), daysAgo(29));
  expect((await build(folder.path)).made).toBe(0);
  utimesSync(join(folder.path, name!), daysAgo(31), daysAgo(31));
  await build(folder.path, Buffer.from('another page'));
  expect(existsSync(join(folder.path, name!))).toBe(false);
});

it('a build does not need a writable cache', async () => {
  using folder = temporaryFolder();
  writeFileSync(join(folder.path, 'a file'), '');
  expect((await build(join(folder.path, 'a file/cache'))).made).toBe(1);
});
