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

const quiet = 0.15;
let disturbed = 0;

/**
 * Runs something that is timed while others leave the processor alone: waits for that, half a minute at most, and repeats a run after
 * which others were at work, twice at most. A run that was disturbed all the same counts, and is told of at the end.
 */
export async function whenCalm<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    for (let waits = 0; waits < 60 && (await load()) > quiet; waits++);
    const result = await run();
    if ((await load()) <= quiet) return result;
    if (tries < 3) continue;
    disturbed++;
    return result;
  }
}

/** A warning when some runs had to be made beside other work, or nothing. */
export function disturbance(): string | undefined {
  return disturbed > 0 ? `${disturbed} runs were made beside other work on this machine: measure again when it is quiet.` : undefined;
}
