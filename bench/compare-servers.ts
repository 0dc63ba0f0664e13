import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { whenCalm } from './machine.ts';
import { findNginx, startNginx } from './nginx.ts';
import { processorTimeOf } from './process-usage.ts';
import { project } from './site.ts';
import type { Site } from './site.ts';
import { spread } from './statistics.ts';
import { table } from './table.ts';
import { find } from './tools.ts';

const execute = promisify(execFile);

/** Many short turns: how fast the machine is may change within a minute, and a turn of one server is compared with the other's right beside it. */
const rounds = 12;
const seconds = 2;
/** Rounds ahead of them that do not count: JavaScript is compiled while it runs. */
const warmUps = 3;

interface Load {
  perSecond: number;
  /** Milliseconds within which half, and 99 of 100, of the answers came. */
  half: number;
  most: number;
}

interface Run extends Load {
  /** Microseconds that the server computed for one answer. */
  work: number;
}

/** Requests a second for the retreat page, the site beside one nginx worker in turns: the ratio of each round, or nothing where it cannot be measured. */
export async function compareServers(site: Site): Promise<number[] | undefined> {
  const wrk = find('wrk');
  const nginx = findNginx();
  if (!wrk || 'missing' in nginx) {
    console.log(`requests a second: not measured (${'missing' in nginx ? nginx.missing : 'wrk is not installed'})`);
    return undefined;
  }
  const { headers } = await fetch(`${site.origin}/`);
  await using other = await startNginx(nginx, join(project, 'dist/client'), headers);
  await assertAlike(`${site.origin}/`, `${other.origin}/`);

  const servers = [
    { name: 'the site', ...site, runs: [] as Run[] },
    { name: 'nginx', ...other, runs: [] as Run[] },
  ];
  for (let round = 1 - warmUps; round <= rounds; round++) {
    for (const { origin, pid, runs } of servers) {
      const run = await whenCalm(() => measure(wrk, origin, pid));
      if (round > 0) runs.push(run);
    }
  }
  const columns: [name: string, of: (run: Run) => number, digits: number][] = [
    ['requests/s', ({ perSecond }) => perSecond, 0],
    ['p50 ms', ({ half }) => half, 2],
    ['p99 ms', ({ most }) => most, 2],
    ['its work µs', ({ work }) => work, 1],
  ];
  const rows = servers.map(({ name, runs }) => [name].concat(columns.map(([, of, digits]) => spread(runs.map(of), digits))));
  console.log(`\n${table(['/ with Brotli', ...columns.map(([name]) => name)], rows)}\n`);
  const [own, theirs] = servers.map(({ runs }) => runs) as [Run[], Run[]];
  return own.map(({ perSecond }, round) => perSecond / (theirs[round] as Run).perSecond);
}

async function measure(wrk: string, origin: string, pid: number): Promise<Run> {
  const before = processorTimeOf(pid) ?? Number.NaN;
  const measured = await load(wrk, `${origin}/`);
  const spent = (processorTimeOf(pid) ?? Number.NaN) - before;
  return { ...measured, work: (spent / (measured.perSecond * seconds)) * 1e6 };
}

/** A comparison means something only when both send the same bytes in the same encoding. */
async function assertAlike(...urls: string[]): Promise<void> {
  const answers = await Promise.all(urls.map((url) => fetch(url, { headers: { 'accept-encoding': 'br' } })));
  const seen = answers.map(({ status, headers }) => `${status} ${headers.get('content-encoding')} ${headers.get('content-length')}`);
  if (new Set(seen).size > 1 || !seen[0]?.startsWith('200 br')) throw new Error(`the two servers do not send the same: ${seen.join(', ')}`);
}

/** Requests one address over 32 kept connections with Brotli. Throws when an answer is an error. */
async function load(wrk: string, url: string): Promise<Load> {
  const { stdout } = await execute(wrk, ['-t1', '-c32', `-d${seconds}s`, '--latency', '-H', 'Accept-Encoding: br', url]);
  if (/Non-2xx|Socket errors/u.test(stdout)) throw new Error(`${url} did not stand the load:\n${stdout}`);
  const [perSecond] = /(?<=Requests\/sec:\s+)[\d.]+/u.exec(stdout) ?? [];
  return { perSecond: Number(perSecond), half: percentile(stdout, 50), most: percentile(stdout, 99) };
}

function percentile(stdout: string, percent: number): number {
  const [, number, unit] = new RegExp(`^\\s*${percent}%\\s+([\\d.]+)(us|ms|s)$`, 'mu').exec(stdout) ?? [];
  return Number(number) * ({ us: 0.001, ms: 1, s: 1000 }[unit as string] ?? Number.NaN);
}
