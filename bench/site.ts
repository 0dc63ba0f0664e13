import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../test/support/free-port.ts';
import { serveArguments } from '../test/support/serve-arguments.ts';
import { readBuildManifest } from '../src/http/static-files.ts';
import { stopOnExit } from './processes.ts';

/** The root of the repository, with the built pages in `dist`. */
export const project = join(import.meta.dirname, '..');

export interface Site extends AsyncDisposable {
  origin: string;
  pid: number;
  dataDir: string;
  /** Milliseconds from the start of the process to the first 200 from /readyz. */
  readyAfterMs: number;
}

/**
 * Serves the build of a folder with `npm run serve`'s command, on a free port of the loopback interface and with a temporary data
 * folder. It does not inherit the caller's environment. Throws with the site's error output if it does not start.
 */
export async function startSite(root = project, settings: Record<string, string> = {}): Promise<Site> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const data = mkdtempSync(join(tmpdir(), 'founder-house-bench-'));
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    SITE_URL: origin,
    DATA_DIR: data,
    ...settings,
  };
  const started = performance.now();
  const child = stopOnExit(spawn(process.execPath, serveArguments(root), { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] }));
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput += text));
  const stop = async () => {
    await child.stop();
    rmSync(data, { recursive: true, force: true });
  };
  while ((await statusOf(`${origin}/readyz`)) !== 200) {
    if (child.exitCode === null && performance.now() - started < 30_000) {
      await pause(5);
      continue;
    }
    await stop();
    throw new Error(`the site did not start: ${errorOutput.trim() || '/readyz did not return 200 within 30 s'}`);
  }
  return { origin, pid: child.pid as number, dataDir: data, readyAfterMs: performance.now() - started, [Symbol.asyncDispose]: stop };
}

/** Returns the origin that the pages of a folder were built for. A start with another one compresses them less at first. */
export const builtFor = (root = project): string => readBuildManifest(join(root, 'dist')).siteUrl;

/** Returns the status of the response; undefined while nothing listens. */
function statusOf(url: string): Promise<number | undefined> {
  return fetch(url, { headers: { connection: 'close' } })
    .then(async (response) => {
      await response.arrayBuffer();
      return response.status;
    })
    .catch(() => undefined);
}
