import { existsSync, readFileSync } from 'node:fs';

/** The resident memory of a process in MB (1,000,000 bytes), where the system tells it in /proc. */
export function memoryOf(pid: number): number | undefined {
  const status = `/proc/${pid}/status`;
  const [kibibytes] = existsSync(status) ? (/(?<=VmRSS:\s+)\d+/u.exec(readFileSync(status, 'utf8')) ?? []) : [];
  return kibibytes === undefined ? undefined : (Number(kibibytes) * 1024) / 1e6;
}

/** The seconds that a process and its direct children have computed so far, where the system tells it in /proc. */
export function processorTimeOf(pid: number): number | undefined {
  const children = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(children)) return undefined;
  const family = [String(pid), ...readFileSync(children, 'utf8').split(' ').filter(Boolean)];
  return family.reduce<number>((sum, member) => sum + secondsOf(readFileSync(`/proc/${member}/stat`, 'utf8')), 0);
}

/** Fields 14 and 15 of proc_pid_stat(5), in hundredths of a second. The second field is a name in brackets that may hold spaces. */
function secondsOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
