import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, existsSync, mkdtempDisposableSync, openSync, readSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { paths } from '../../src/paths.ts';
import { freePort } from '../support/free-port.ts';
import { serveArguments } from '../support/serve-arguments.ts';
import { cleanEnv, root } from '../support/environment.ts';

/** Every write to it fails as on a full disk (Linux: full(4)). */
const fullDisk = '/dev/full';
if (!existsSync(fullDisk)) console.warn(`NOT TESTED: a log on a full disk. There is no ${fullDisk} here.`);

/** Each has a line of 140 bytes in the log: together more than the buffer of the log and a pipe hold, 64 KiB each. */
const requestCount = 1000;

/** Starts the site with this log, sends it the requests, each of which must succeed, and stops it. Returns its exit code and signal. */
async function exitAfterRequests(log: number): Promise<unknown[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'founder-house-'));
  const port = await freePort();
  const site = spawn(process.execPath, serveArguments(root), {
    cwd: root,
    env: cleanEnv({ PORT: String(port), DATA_DIR: folder.path }),
    stdio: ['ignore', log, 'inherit'],
  });
  const address = `http://127.0.0.1:${port}${paths.health}`;
  const status = () =>
    fetch(address, { signal: AbortSignal.timeout(5000) }).then(
      (response) => response.status,
      () => 0,
    );
  try {
    await expect.poll(status, { timeout: 10_000 }).toBe(200);
    for (let count = 0; count < requestCount; count += 100)
      expect(await Promise.all(Array.from({ length: 100 }, status))).toEqual(Array<number>(100).fill(200));
    site.kill('SIGTERM');
    return await once(site, 'exit');
  } finally {
    site.kill('SIGKILL');
  }
}

it.skipIf(!existsSync(fullDisk))('attack: the site serves pages and stops in time while its log is on a full disk', async () => {
  const log = openSync(fullDisk, 'w');
  expect(await exitAfterRequests(log)).toEqual([0, null]);
  closeSync(log);
});

it('attack: the site serves pages and stops in time while its log is a pipe that nobody reads', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'founder-house-'));
  const path = join(folder.path, 'log');
  execFileSync('mkfifo', [path]);
  // Open for reading too, so that opening it waits for no other process.
  const log = openSync(path, 'r+');
  expect(await exitAfterRequests(log)).toEqual([0, null]);
  const inPipe = Buffer.alloc(1_000_000);
  // Without waiting, in case that the site has logged nothing.
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const lines = inPipe.toString('utf8', 0, readSync(reader, inPipe)).split('\n');
  closeSync(reader);
  closeSync(log);
  // The pipe was full: it does not have the lines of all requests.
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.length).toBeLessThan(requestCount);
});
