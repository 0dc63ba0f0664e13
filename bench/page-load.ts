import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from './statistics.ts';

export interface Requested {
  p50Ms: number;
  p99Ms: number;
  /** The number of responses that were not a 200. */
  failed: number;
}

/**
 * Requests a page at a steady rate over persistent connections. Counts from when a request was due, so that waiting
 * behind a slow response counts.
 */
export async function requestAll(url: string, count: number, perSecond: number): Promise<Requested> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const since = performance.now();
  const timesMs: number[] = [];
  let failed = 0;
  const send = async (index: number) => {
    const dueMs = since + (index * 1000) / perSecond;
    await pause(Math.max(0, dueMs - performance.now()));
    if ((await statusOf(url, agent)) !== 200) failed += 1;
    timesMs.push(performance.now() - dueMs);
  };
  await Promise.all(Array.from({ length: count }, (_, index) => send(index)));
  agent.destroy();
  return { p50Ms: percentile(timesMs, 50), p99Ms: percentile(timesMs, 99), failed };
}

/** Returns the status of a response that arrived whole; undefined if none did. */
function statusOf(url: string, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve) => {
    request(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    })
      .on('error', () => resolve(undefined))
      .end();
  });
}
