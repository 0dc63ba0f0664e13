/**
 * `npm run bench:flood [-- --seconds N]`: measures what hostile clients cost others: the time of posts while one client sends many requests,
 * and a visitor's wait and the site's memory under pipelined requests. Exits with 1 if a limit below is exceeded.
 */
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { paths } from '../src/paths.ts';
import { machine, reportDisturbance, whenIdle } from './machine.ts';
import { formatErrors, postAll, type Posted } from './post-load.ts';
import { form, preparedBodies, secret } from './posts.ts';
import { peakResidentMegabytes } from './process-usage.ts';
import { project, startSite, type Site } from './site.ts';
import { median } from './statistics.ts';
import { table } from './table.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '8' } } });
/** How long each measurement takes. */
const seconds = Number(values.seconds);
const floodPerSecond = 218;
const postsPerSecond = 40;
const postConnections = 16;
const rounds = 3;
const pipelines = { connections: 50, requests: 900 };
const maxWaitMs = 2000;
const maxMegabytes = 350;

const unknownInvitation = paths.invitation('a'.repeat(43));
const flooder = { 'x-forwarded-for': '198.51.100.7' };
/** The limits are those of a site without settings. They count the clients that a proxy names: each post comes from another one. */
const settings = { SECRET: secret, MIN_FILL_SECONDS: '0', TRUST_PROXY: 'loopback' };

interface Flood {
  name: string;
  method: string;
  path: string;
  body: string;
  /** How many times as long the posts of others may take (p99). */
  maxRatio: number;
}

const floods: Flood[] = [
  { name: 'unknown invitations', method: 'GET', path: unknownInvitation, body: '', maxRatio: 2 },
  // The first of them within a minute are rendered, with what was typed.
  { name: 'forms with nothing filled in', method: 'POST', path: paths.process(form.id), body: 'inf_field_FirstName=', maxRatio: 5 },
];

console.log(`\n${machine()}\n`);
const isWithinBudget = await whenIdle(measurePosts);
const pipelined = await whenIdle(measurePipelines);
reportDisturbance();
if (!isWithinBudget || pipelined.longestMs > maxWaitMs || pipelined.megabytes > maxMegabytes) process.exitCode = 1;

/** Sends requests at a steady rate until the signal, and counts the responses by status. */
async function sendFlood(site: Site, { method, path, body }: Flood, statuses: Record<string, number>, signal: AbortSignal): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const since = performance.now();
  const headers = {
    ...flooder,
    ...(body && { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length) }),
  };
  for (let sent = 0; !signal.aborted; sent += 1) {
    request(site.origin + path, { agent, method, headers }, (response) => {
      statuses[response.statusCode ?? 0] = (statuses[response.statusCode ?? 0] ?? 0) + 1;
      response.resume();
    })
      .on('error', () => {})
      .end(body);
    const dueMs = since + ((sent + 1) * 1000) / floodPerSecond - performance.now();
    if (dueMs > 0) await pause(dueMs);
  }
  agent.destroy();
}

function p99Of(posted: Posted[]): number {
  return median(posted.map(({ p99Ms }) => p99Ms));
}

function figuresOf(posted: Posted[]): string[] {
  return [median(posted.map(({ p50Ms }) => p50Ms)).toFixed(1), p99Of(posted).toFixed(1)];
}

/**
 * Posts at a steady rate alone and during each flood, in turns. Returns whether the posts took at most as many times
 * as long (p99) as allowed.
 */
async function measurePosts(): Promise<boolean> {
  await using site = await startSite(project, settings);
  const send = async () => postAll(site.origin, await preparedBodies(postsPerSecond * seconds), postConnections, postsPerSecond);
  await send();
  const alone: Posted[] = [];
  const during = floods.map((): Posted[] => []);
  const statuses = floods.map(() => ({}));
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await send());
    for (const [index, flood] of floods.entries()) {
      const stop = new AbortController();
      const flooding = sendFlood(site, flood, statuses[index] as Record<string, number>, stop.signal);
      during[index]?.push(await send());
      stop.abort();
      await flooding;
    }
  }
  const results = floods.map(({ name, maxRatio }, index) => {
    const posted = during[index] as Posted[];
    const ratio = p99Of(posted) / p99Of(alone);
    const received = Object.entries(statuses[index] as Record<string, number>).map(([status, count]) => `${count} × ${status}`);
    const row = [name, ...figuresOf(posted), ratio.toFixed(2), String(maxRatio), posted.map(formatErrors).join(' '), received.join(', ')];
    return { row, isWithin: ratio <= maxRatio && posted.every(({ errors }) => Object.keys(errors).length === 0) };
  });
  console.log(
    `${postsPerSecond} posts per second while one client sends ${floodPerSecond} requests per second; medians of ${rounds} rounds\n`,
  );
  const head = ['posts during', 'p50 ms', 'p99 ms', 'times', 'budget', 'errors', 'the flood got'];
  console.log(table(head, [['nothing else', ...figuresOf(alone), '', '', '', ''], ...results.map(({ row }) => row)]));
  return results.every(({ isWithin }) => isWithin);
}

/**
 * Sends pipelined requests over many connections, and requests a page again and again meanwhile. Returns the longest wait, and the most
 * memory that the site took.
 */
async function measurePipelines(): Promise<{ longestMs: number; megabytes: number }> {
  await using site = await startSite(project, settings);
  const { hostname, port } = new URL(site.origin);
  const text = `GET ${unknownInvitation} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`.repeat(pipelines.requests);
  const before = peakResidentMegabytes(site.pid);
  const open = new Set<Socket>();
  for (let number = 0; number < pipelines.connections; number += 1) {
    const socket = connect(Number(port), hostname);
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
    socket.resume().write(text);
  }
  const waitsMs: number[] = [];
  while (open.size > 0 || waitsMs.length < 20) {
    const since = performance.now();
    await (await fetch(site.origin, { headers: { connection: 'close' } })).arrayBuffer();
    waitsMs.push(performance.now() - since);
  }
  const [longestMs, megabytes] = [Math.max(...waitsMs), peakResidentMegabytes(site.pid)];
  console.log(
    `\n${pipelines.connections} connections with ${pipelines.requests} pipelined requests each; budget: ${maxWaitMs} ms, ${maxMegabytes} MB\n`,
  );
  const figures = [String(waitsMs.length), longestMs.toFixed(0), before.toFixed(0), megabytes.toFixed(0)];
  console.log(table(['meanwhile', 'pages', 'longest wait ms', 'MB before', 'MB at most'], [['a visitor', ...figures]]));
  return { longestMs, megabytes };
}
