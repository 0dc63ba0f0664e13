import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { minuteMs } from '../durations.ts';
import { Refused } from '../refused.ts';

/** The parts of a build that do not depend on the content. */
const unchanged = ['desk', 'emails'];

/**
 * Astro writes a random key for server islands, which no page has, into each build. With one key, builds of different words have the same
 * modules, unless Astro lists their pictures in another order. A running site keeps every module in memory (src/app/open-site.ts).
 */
const islandKey = randomBytes(32).toString('base64');

interface Build {
  contentFolder: string;
  /** The build that is served. */
  dist: string;
  /** The folder of the new build. */
  out: string;
}

/** Many times as long as a build takes on a slow machine. */
const defaultTimeoutMs = 5 * minuteMs;

/**
 * Builds the pages of a content folder into another folder than `dist`, which is not changed. The site's own settings apply. Throws
 * Refused with the end of the build's output, or if the build takes longer than `timeoutMs` or is killed.
 */
export async function buildRelease({ contentFolder, dist, out }: Build, timeoutMs = defaultTimeoutMs): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  const timeout = AbortSignal.timeout(timeoutMs);
  const build = fork(join(import.meta.dirname, 'build-process.ts'), {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
    signal: timeout,
    killSignal: 'SIGKILL',
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
      ASTRO_KEY: islandKey,
      CONTENT_FOLDER: contentFolder,
      BUILD_FOLDER: out,
    },
  });
  // A stop of the site does not wait for a build, which ends with the process that started it.
  build.unref();
  build.channel!.unref();
  (build.stderr as Socket).unref();
  let printed = '';
  build.stderr!.setEncoding('utf8').on('data', (text: string) => (printed = (printed + text).slice(-2000)));
  const [status, killedBy] = (await once(build, 'close').catch((error: Error) => {
    if (!timeout.aborted) throw error;
    throw new Refused(
      `The pages were not built within ${timeoutMs / 1000} seconds, and the site stays as it is. The server may have too much else to do: try again later.`,
    );
  })) as [number | null, NodeJS.Signals | null];
  if (killedBy !== null)
    throw new Refused(
      `Building the pages was ended by ${killedBy}, and the site stays as it is. The server may be short of memory: try again later, or ask its operator.`,
    );
  if (status !== 0) throw new Refused(`The pages could not be built, and the site stays as it is. The build said: ${printed.trim()}`);
  for (const part of unchanged) cpSync(join(dist, part), join(out, part), { recursive: true });
}
