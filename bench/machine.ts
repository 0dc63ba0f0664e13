import { existsSync, readFileSync } from 'node:fs';
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

/** Ticks in which all cores ran, and in which they would have run and the host gave them to others (proc_stat(5), `steal`); none where that is not told. */
function given(): { ran: number; stolen: number } {
  if (!existsSync('/proc/stat')) return { ran: 0, stolen: 0 };
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] = (
    /^cpu +(.*)$/mu.exec(readFileSync('/proc/stat', 'utf8'))?.[1] ?? ''
  )
    .split(' ')
    .map(Number);
  return { ran: user + nice + system + irq + softirq, stolen };
}

/** A virtual machine whose host takes more than this share of what it would compute measures the host. */
const taken = 0.05;

const quiet = 0.15;
let disturbed = 0;

/**
 * Runs something that is timed while others leave the processor alone: waits for that, half a minute at most, and repeats a run after
 * which others were at work, or in which the host took the processor away, twice at most. A run that was disturbed all the same counts, and is told of at the end.
 */
export async function whenCalm<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    for (let waits = 0; waits < 60 && (await load()) > quiet; waits++);
    const before = given();
    const result = await run();
    const after = given();
    const stolen = after.stolen - before.stolen;
    const ours = stolen <= taken * (after.ran - before.ran + stolen);
    if (ours && (await load()) <= quiet) return result;
    if (tries < 3) continue;
    disturbed++;
    return result;
  }
}

/** A warning when some runs had to be made beside other work, or nothing. */
export function disturbance(): string | undefined {
  return disturbed > 0
    ? `${disturbed} runs were made beside other work on this machine or its host: measure again when it is quiet.`
    : undefined;
}
