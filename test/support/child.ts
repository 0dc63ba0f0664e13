import { spawn } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { once } from 'node:events';

const running = new Set<ChildProcess>();

/** Kills every program that `startChild` started and that still runs. */
export function killChildren(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Starts a program and waits until its output has a match of `ready`. Throws with its output if it ends instead. */
export async function startChild(program: string, args: string[], ready: RegExp, options: SpawnOptions = {}) {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  const ended = once(child, 'exit').finally(() => running.delete(child)) as Promise<[number | null]>;
  let printed = '';
  let isReady = false;
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      // The output of a server grows with each test, so it is not searched again.
      isReady ||= ready.test(printed);
      if (isReady) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(([code]) => reject(new Error(`${program} ended with ${code} instead of starting:\n${printed}`)));
  });
  return {
    child,
    /** Returns the output so far. */
    printed: () => printed,
    /** Ends the process if it runs, by default with SIGTERM. Resolves to its exit code, or null if a signal killed it. */
    async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}
