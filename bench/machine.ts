import { cpus, release, totalmem, type } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** What the numbers were measured on. */
export function machine(): string {
  const cores = cpus();
  return `${cores.length} × ${cores[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release()}, Node.js ${process.version}`;
}

function times(): { busy: number; all: number } {
  const spent = cpus().map(({ times: of }) => of);
  const all = spent.reduce((sum, of) => sum + of.user + of.nice + of.sys + of.irq + of.idle, 0);
  return { all, busy: all - spent.reduce((sum, of) => sum + of.idle, 0) };
}

/** The share of all cores that was at work for half a second in which this process waited. */
async function load(): Promise<number> {
  const before = times();
  await pause(500);
  const after = times();
  return (after.busy - before.busy) / Math.max(1, after.all - before.all);
}

let disturbed = 0;

/** Waits until others leave the processor alone, half a minute at most. Times measured beside other work mean little. */
export async function waitForCalm(): Promise<void> {
  for (let tries = 0; tries < 60; tries++) if ((await load()) < 0.15) return;
  disturbed++;
}

/** A warning when some runs had to start beside other work, or nothing. */
export function disturbance(): string | undefined {
  return disturbed > 0 ? `${disturbed} runs began while other work kept this machine busy: measure again when it is quiet.` : undefined;
}
