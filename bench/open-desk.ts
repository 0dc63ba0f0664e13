import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { project } from './site.ts';

/**
 * Runs the organizer's desk on a data folder; returns the process, the printed address and the time until it was printed, in milliseconds.
 */
export async function openDesk(dataDir: string) {
  const began = performance.now();
  const child = spawn(join(project, 'bin/organizer'), ['desk', '--no-open'], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    printed += chunk.toString();
    if (printed.includes('Ctrl-C')) break;
  }
  return { child, address: /http:\S+/u.exec(printed)?.[0] as string, openedMs: performance.now() - began };
}
