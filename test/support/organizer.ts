import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { run } from '../../src/cli/run.ts';
import { cleanEnv, root } from './environment.ts';

export interface Terminal {
  /** What is typed. */
  input?: string;
  /** How wide the terminal is; without it the output goes into a pipe. */
  columns?: number;
}

/** Runs the organizer's command in this process, with these environment variables and no others. */
export async function organizer(args: string[], settings: Record<string, string> = {}, { input = '', columns }: Terminal = {}) {
  const out = { stdout: '', stderr: '' };
  const into = (name: keyof typeof out) =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        out[name] += chunk.toString();
        done();
      },
    });
  const status = await run(args, {
    stdin: Readable.from(input === '' ? [] : [input]),
    stdout: Object.assign(into('stdout'), columns !== undefined && { isTTY: true, columns }),
    stderr: into('stderr'),
    env: settings,
    now: () => new Date(),
  });
  return { status, ...out };
}

/** Runs `bin/organizer` as a process of its own, to its end. */
export function runOrganizer(args: string[], settings: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(join(root, 'bin/organizer'), args, {
    env: cleanEnv(settings),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { status, stdout, stderr };
}
