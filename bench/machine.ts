import { existsSync, readFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** Returns a description of this machine for the report. */
export function machine(): string {
  const cores = cpus();
  return `${cores.length} × ${cores[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release()}, Node.js ${process.version}`;
}

function times(): { busy: number; all: number } {
  const spent = cpus().map(({ times: of }) => of);
  const all = spent.reduce((sum, of) => sum + of.user + of.nice + of.sys + of.irq + of.idle, 0);
  return { all, busy: all - spent.reduce((sum, of) => sum + of.idle, 0) };
}

/** Returns the share of all cores that was busy during half a second in which this process waited. */
async function measureLoad(): Promise<number> {
  const before = times();
  await pause(500);
  const after = times();
  return (after.busy - before.busy) / Math.max(1, after.all - before.all);
}

/**
 * Returns the ticks in which the cores ran, and those that the host of a virtual machine gave to others (proc_stat(5),
 * `steal`); zeros without /proc.
 */
function readTicks(): { ran: number; stolen: number } {
  if (!existsSync('/proc/stat')) return { ran: 0, stolen: 0 };
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] = (
    /^cpu +(.*)$/mu.exec(readFileSync('/proc/stat', 'utf8'))?.[1] ?? ''
  )
    .split(' ')
    .map(Number);
  return { ran: user + nice + system + irq + softirq, stolen };
}

/** If the host takes a larger share of the processor time than this, the run is repeated. */
const stolenMaxShare = 0.05;

/** The load of other processes above which the machine counts as busy. */
const idleMaxLoad = 0.15;
let disturbedRuns = 0;

/**
 * Waits for an idle machine, at most half a minute, and runs a measurement. Repeats it at most twice if the machine was busy afterwards or
 * the host took processor time away. If the third run was disturbed too, its result counts, and `reportDisturbance` says so.
 */
export async function whenIdle<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    for (let waits = 0; waits < 60 && (await measureLoad()) > idleMaxLoad; waits++);
    const before = readTicks();
    const result = await run();
    const after = readTicks();
    const stolen = after.stolen - before.stolen;
    const undisturbed = stolen <= stolenMaxShare * (after.ran - before.ran + stolen);
    if (undisturbed && (await measureLoad()) <= idleMaxLoad) return result;
    if (tries < 3) continue;
    disturbedRuns++;
    return result;
  }
}

/** Prints a warning if other work disturbed some of the runs. */
export function reportDisturbance(): void {
  if (disturbedRuns > 0)
    console.log(`\nOther work on this machine or its host disturbed ${disturbedRuns} runs: measure again when it is idle.`);
}
