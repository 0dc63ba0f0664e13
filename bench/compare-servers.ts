import { execFile, spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { whenIdle } from './machine.ts';
import { startNginx } from './nginx.ts';
import { processorSecondsOf } from './process-usage.ts';
import { project, type Site } from './site.ts';
import { spread } from './statistics.ts';
import { table } from './table.ts';

const execute = promisify(execFile);

/**
 * Many short rounds: the speed of the machine can change within a minute, so each run is compared with the other server's run next to it.
 */
const rounds = 12;
const roundSeconds = 2;
/** Rounds before the measurement that do not count, because Node.js compiles JavaScript while it runs. */
const warmUpRounds = 3;

interface Run {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time of the server per response, in microseconds. */
  cpuMicroseconds: number;
}

/**
 * Measures requests per second for the retreat page, in turns from the site and from one nginx worker. Returns the ratio of each round;
 * undefined if nginx or wrk is not installed.
 */
export async function compareServers(site: Site): Promise<number[] | undefined> {
  const wrk = findProgram('wrk');
  const nginx = findProgram('nginx');
  if (!wrk || !nginx) {
    console.log(`requests a second: not measured (${nginx ? 'wrk' : 'nginx'} is not installed)`);
    return undefined;
  }
  const { headers } = await fetch(`${site.origin}/`);
  await using other = await startNginx(nginx, join(project, 'dist/client'), headers);
  await assertSameResponses(`${site.origin}/`, `${other.origin}/`);

  const servers = [
    { name: 'the site', ...site, runs: [] as Run[] },
    { name: 'nginx', ...other, runs: [] as Run[] },
  ];
  for (let round = 1 - warmUpRounds; round <= rounds; round++) {
    for (const { origin, pid, runs } of servers) {
      const run = await whenIdle(() => measure(wrk, origin, pid));
      if (round > 0) runs.push(run);
    }
  }
  const columns: [name: string, of: (run: Run) => number, digits: number][] = [
    ['requests/s', ({ requestsPerSecond }) => requestsPerSecond, 0],
    ['p50 ms', ({ p50Ms }) => p50Ms, 2],
    ['p99 ms', ({ p99Ms }) => p99Ms, 2],
    ['CPU µs/request', ({ cpuMicroseconds }) => cpuMicroseconds, 1],
  ];
  const rows = servers.map(({ name, runs }) => [name].concat(columns.map(([, of, digits]) => spread(runs.map(of), digits))));
  console.log(`\n${table(['/ with Brotli', ...columns.map(([name]) => name)], rows)}\n`);
  const [own, theirs] = servers.map(({ runs }) => runs) as [Run[], Run[]];
  return own.map(({ requestsPerSecond }, round) => requestsPerSecond / (theirs[round] as Run).requestsPerSecond);
}

async function measure(wrk: string, origin: string, pid: number): Promise<Run> {
  const before = processorSecondsOf(pid);
  const measured = await load(wrk, `${origin}/`);
  const spentSeconds = processorSecondsOf(pid) - before;
  return { ...measured, cpuMicroseconds: (spentSeconds / (measured.requestsPerSecond * roundSeconds)) * 1e6 };
}

/** Throws if the servers send different bytes or encodings, since the comparison would then mean nothing. */
async function assertSameResponses(...urls: string[]): Promise<void> {
  const responses = await Promise.all(urls.map((url) => fetch(url, { headers: { 'accept-encoding': 'br' } })));
  const seen = responses.map(({ status, headers }) => `${status} ${headers.get('content-encoding')} ${headers.get('content-length')}`);
  if (new Set(seen).size > 1 || !seen[0]?.startsWith('200 br')) throw new Error(`the two servers do not send the same: ${seen.join(', ')}`);
}

/** Requests one URL with Brotli over 32 persistent connections. Throws if a response is an error. */
async function load(wrk: string, url: string): Promise<Omit<Run, 'cpuMicroseconds'>> {
  const { stdout } = await execute(wrk, ['-t1', '-c32', `-d${roundSeconds}s`, '--latency', '-H', 'Accept-Encoding: br', url]);
  if (/Non-2xx|Socket errors/u.test(stdout)) throw new Error(`${url} returned errors under load:\n${stdout}`);
  const [requestsPerSecond] = /(?<=Requests\/sec:\s+)[\d.]+/u.exec(stdout) ?? [];
  return { requestsPerSecond: Number(requestsPerSecond), p50Ms: percentileMs(stdout, 50), p99Ms: percentileMs(stdout, 99) };
}

/** Returns a percentile of the latency that wrk printed, in milliseconds. */
function percentileMs(stdout: string, percent: number): number {
  const [, number, unit] = new RegExp(`^\\s*${percent}%\\s+([\\d.]+)(us|ms|s)$`, 'mu').exec(stdout) ?? [];
  return Number(number) * ({ us: 0.001, ms: 1, s: 1000 }[unit as string] ?? Number.NaN);
}

/** Returns the path of an installed program; undefined without one. Some systems put the sbin folders on the administrator's PATH only. */
function findProgram(name: string): string | undefined {
  const PATH = [process.env['PATH'], '/usr/sbin', '/usr/local/sbin'].join(delimiter);
  return spawnSync(`command -v ${name}`, { shell: true, env: { PATH }, encoding: 'utf8' }).stdout.trim() || undefined;
}
