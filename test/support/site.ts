import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { serveArguments } from './serve-arguments.ts';
import { startChild } from './child.ts';
import { organizer } from './organizer.ts';
import { cleanEnv, root } from './environment.ts';

/** The site as a separate process, on a free port of the loopback interface, with its own data folder. */
export interface Site {
  url: string;
  dataDir: string;
  /** The environment variables that the site was started with. */
  settings: Record<string, string>;
  process: ChildProcess;
  /** Returns the output so far. */
  printed: () => string;
  /** Runs the organizer's command with the site's settings, in the process of the tests. */
  organizer: (...args: string[]) => ReturnType<typeof organizer>;
  /** Ends the process, by default with SIGTERM. Resolves to its exit code, or null if a signal killed it. */
  end: (signal?: NodeJS.Signals) => Promise<number | null>;
  /** Ends the process and removes its data. */
  [Symbol.asyncDispose]: () => Promise<void>;
}

export interface SiteOptions {
  env?: Record<string, string>;
  dataDir?: string;
  /** The folder of the product; this repository by default. */
  folder?: string;
  /** The arguments of Node.js; those of `npm run serve` by default. */
  args?: string[];
  /** The user that the process runs as; the current user by default. */
  uid?: number | undefined;
}

/** Starts the site and waits until it prints that it is open. Throws with its output if it ends instead. */
export async function startSite({ env = {}, dataDir, folder = root, args = serveArguments(folder), uid }: SiteOptions = {}): Promise<Site> {
  const data = dataDir ?? mkdtempSync(join(tmpdir(), 'founder-house-'));
  const port = String(await freePort());
  const settings = { PORT: port, DATA_DIR: data, ...env };
  const options = { cwd: folder, env: cleanEnv(settings), ...(uid !== undefined && { uid }) };
  const { child, printed, end } = await startChild(process.execPath, args, /is open (?:at|for editing)/u, options);
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir: data,
    settings,
    process: child,
    printed,
    organizer: (...words) => organizer(words, settings),
    end,
    [Symbol.asyncDispose]: async () => {
      // SIGINT, as Ctrl-C sends it, skips the half second in which a load balancer can notice the shutdown.
      await end('SIGINT');
      if (!dataDir) rmSync(data, { recursive: true, force: true });
    },
  };
}
