import { existsSync, readFileSync } from 'node:fs';

/** Returns the resident memory of a process in MB (1,000,000 bytes); NaN without /proc. */
export const residentMegabytes = (pid: number): number => statusMegabytes(pid, 'VmRSS');

/** Returns the most resident memory that a process had so far, in MB (1,000,000 bytes); NaN without /proc. */
export const peakResidentMegabytes = (pid: number): number => statusMegabytes(pid, 'VmHWM');

/** Reads a field of proc_pid_status(5) that is in kibibytes. */
function statusMegabytes(pid: number, field: string): number {
  const status = `/proc/${pid}/status`;
  const [, kibibytes] = existsSync(status) ? (new RegExp(`^${field}:\\s+(\\d+)`, 'mu').exec(readFileSync(status, 'utf8')) ?? []) : [];
  return (Number(kibibytes) * 1024) / 1e6;
}

/** Returns the processor time of a process and its direct children so far, in seconds; NaN without /proc. */
export function processorSecondsOf(pid: number): number {
  const children = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(children)) return Number.NaN;
  const family = [String(pid), ...readFileSync(children, 'utf8').split(' ').filter(Boolean)];
  return family.reduce<number>((sum, member) => sum + secondsOf(readFileSync(`/proc/${member}/stat`, 'utf8')), 0);
}

/**
 * Sums fields 14 and 15 of proc_pid_stat(5), which are in hundredths of a second. The second field is a name in parentheses
 * that can contain spaces.
 */
function secondsOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
