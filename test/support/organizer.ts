import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { run } from '../../src/cli/run.ts';
import { cleanEnv, root } from './environment.ts';

export interface Terminal {
  /** The text that is typed. */
  input?: string;
  /** The width of the terminal; undefined if input and output are pipes. */
  columns?: number;
}

/** Runs the organizer's command in this process, with only these environment variables. */
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
    stdin: Object.assign(Readable.from(input === '' ? [] : [input]), columns !== undefined && { isTTY: true }),
    stdout: Object.assign(into('stdout'), columns !== undefined && { isTTY: true, columns }),
    stderr: into('stderr'),
    env: settings,
    now: () => new Date(),
  });
  return { status, ...out };
}

/** Runs `bin/organizer` as a separate process and waits for its end. */
export function runOrganizer(args: string[], settings: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(join(root, 'bin/organizer'), args, {
    env: cleanEnv(settings),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { status, stdout, stderr };
}
