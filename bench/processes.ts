import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

const running = new Set<ChildProcess>();

process.once('exit', () => running.forEach((child) => signalGroup(child, 'SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/**
 * Signals a process, and the whole process group if it was started `detached`: Debian's Chromium is a script that waits for the browser.
 */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-(child.pid as number), signal);
  } catch {
    child.kill(signal);
  }
}

/** Ends a child process when this process exits, and adds a `stop` method that resolves when the child has ended. */
export function stopOnExit<Child extends ChildProcess>(child: Child): Child & { stop: () => Promise<void> } {
  running.add(child);
  const exited = once(child, 'exit').then(() => running.delete(child));
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    signalGroup(child, 'SIGTERM');
    await Promise.race([exited, pause(5000, undefined, { ref: false })]);
    signalGroup(child, 'SIGKILL');
    await exited;
  };
  return Object.assign(child, { stop });
}
