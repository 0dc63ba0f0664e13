import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempDisposableSync, openSync } from 'node:fs';
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

it.each([
  ...(existsSync(fullDisk) ? [['is on a full disk', openSync(fullDisk, 'w')] as const] : []),
  ['is a pipe that nobody reads', 'pipe'] as const,
])('attack: the site serves pages and stops in time while its log %s', async (_, log) => {
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
    // Each has a line in the log: more than its buffer and a pipe hold.
    for (let count = 0; count < 3000; count += 100)
      expect(await Promise.all(Array.from({ length: 100 }, status))).toEqual(Array<number>(100).fill(200));
    site.kill('SIGTERM');
    expect(await once(site, 'exit')).toEqual([0, null]);
  } finally {
    site.kill('SIGKILL');
  }
});
