import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Load {
  perSecond: number;
  /** Milliseconds within which half, and 99 of 100, of the answers came. */
  half: number;
  most: number;
}

/** Asks for one address over 32 kept connections for so many seconds, as a browser that takes Brotli. Throws when an answer is an error. */
export async function load(wrk: string, url: string, seconds: number): Promise<Load> {
  const { stdout } = await run(wrk, ['-t1', '-c32', `-d${seconds}s`, '--latency', '-H', 'Accept-Encoding: br', url]);
  if (/Non-2xx|Socket errors/u.test(stdout)) throw new Error(`${url} did not stand the load:\n${stdout}`);
  const [perSecond] = /(?<=Requests\/sec:\s+)[\d.]+/u.exec(stdout) ?? [];
  return { perSecond: Number(perSecond), half: percentile(stdout, 50), most: percentile(stdout, 99) };
}

function percentile(stdout: string, percent: number): number {
  const [, number, unit] = new RegExp(`^\\s*${percent}%\\s+([\\d.]+)(us|ms|s)$`, 'mu').exec(stdout) ?? [];
  return Number(number) * ({ us: 0.001, ms: 1, s: 1000 }[unit as string] ?? Number.NaN);
}
