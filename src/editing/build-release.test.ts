import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ContentCopy } from '../../test/support/content-copy.ts';
import { root } from '../../test/support/environment.ts';
import { buildRelease } from './build-release.ts';

const folder = mkdtempSync(join(tmpdir(), 'founder-house-build-'));
const folders = { dist: 'dist', out: join(folder, 'dist.next') };

/** Kills the build that this process has started. Returns 0 if there is one. */
const killBuild = () => spawnSync('pkill', ['-KILL', '-P', String(process.pid), '-f', 'build-process']).status;

it('a build that exceeds the time limit is stopped with an error that says so', async () => {
  using copy = new ContentCopy();
  await expect(buildRelease({ contentFolder: copy.folder, ...folders }, 1)).rejects.toThrow(/not built within 0.001 seconds/u);
});

it('a build that something else kills is not reported as one that took too long', async () => {
  using copy = new ContentCopy();
  const refusal = buildRelease({ contentFolder: copy.folder, ...folders }).catch((error: Error) => error.message);
  await expect.poll(killBuild).toBe(0);
  expect(await refusal).toMatch(/ended by SIGKILL.*stays as it is/u);
});

it('a process that stops does not wait for a build', () => {
  using copy = new ContentCopy();
  const out = join(folder, 'dist.abandoned');
  const script = `import { buildRelease } from './src/editing/build-release.ts'; void buildRelease(${JSON.stringify({ contentFolder: copy.folder, dist: 'dist', out })});`;
  expect(spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root }).status).toBe(0);
  expect(existsSync(join(out, 'build.json'))).toBe(false);
});

it('a failed build reports the cause', async () => {
  using copy = new ContentCopy();
  copy.edit('site.yaml', /^\w+:/mu, 'nonsense:');
  await expect(buildRelease({ contentFolder: copy.folder, ...folders })).rejects.toThrow(/stays as it is\. The build said: [^]*nonsense/u);
  rmSync(folder, { recursive: true, force: true });
});
