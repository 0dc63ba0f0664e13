import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

const running = new Set<ChildProcess>();

process.once('exit', () => running.forEach((child) => end(child, 'SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** Ends a process, and with one that was started `detached` all that it has started: Debian's Chromium is a script that waits for the browser. */
function end(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-(child.pid as number), signal);
  } catch {
    child.kill(signal);
  }
}

/** Sees to it that a started process does not outlive this one, and gives it a `stop` that waits until it is gone. */
export function keep<Child extends ChildProcess>(child: Child): Child & { stop: () => Promise<void> } {
  running.add(child);
  const gone = once(child, 'exit').then(() => running.delete(child));
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    end(child, 'SIGTERM');
    await Promise.race([gone, pause(5000, undefined, { ref: false })]);
    end(child, 'SIGKILL');
    await gone;
  };
  return Object.assign(child, { stop });
}
