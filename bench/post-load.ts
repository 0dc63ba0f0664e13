import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { paths } from '../src/paths.ts';
import { form } from './posts.ts';
import { percentile } from './statistics.ts';

export interface Posted {
  postsPerSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  /** The number of responses by status that did not redirect to the thank-you page. */
  errors: Record<string, number>;
}

let clientCount = 0;

/** Returns the address of another client each time, which a site with `TRUST_PROXY` limits separately. */
function nextClient(): string {
  clientCount += 1;
  return `10.${[16, 8, 0].map((shift) => (clientCount >> shift) & 255).join('.')}`;
}

/** Opens a persistent connection. It parses only what the bench needs of HTTP, to leave the processor to the site. */
async function openClient(origin: string) {
  const { hostname, port } = new URL(origin);
  const socket: Socket = connect(Number(port), hostname).setNoDelay();
  await once(socket, 'connect');
  let received = '';
  let onResponse: ((response: string) => void) | undefined;
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text;
    // The response to an accepted post has no body; of any other response the headers are enough.
    if (!received.includes('\r\n\r\n')) return;
    onResponse?.(received);
    received = '';
  });
  const lost = () => onResponse?.('lost');
  socket.on('close', lost).on('error', lost);
  const head = `POST ${paths.process(form.id)} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n`;
  return {
    post: (body: string) =>
      new Promise<string>((resolve) => {
        if (socket.destroyed) return resolve('lost');
        onResponse = resolve;
        socket.write(`${head}X-Forwarded-For: ${nextClient()}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
      }),
    end: () => socket.destroy(),
  };
}

/**
 * Sends every body over a number of connections. A connection sends the next body once it has received the response to the one before; with
 * `postsPerSecond`, it also waits until the body is due.
 */
export async function postAll(origin: string, bodies: string[], connections: number, postsPerSecond?: number): Promise<Posted> {
  const clients = await Promise.all(Array.from({ length: connections }, () => openClient(origin)));
  const timesMs: number[] = [];
  const errors: Record<string, number> = {};
  const since = performance.now();
  let next = 0;
  const work = async ({ post }: (typeof clients)[number]) => {
    while (next < bodies.length) {
      const index = next++;
      const due = postsPerSecond === undefined ? performance.now() : since + (index * 1000) / postsPerSecond;
      if (due > performance.now()) await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
      const response = await post(bodies[index] as string);
      // Counted from when the post was due, so that waiting behind a slow response counts.
      timesMs.push(performance.now() - due);
      const status = /^HTTP\/1\.1 (\d{3})/u.exec(response)?.[1] ?? 'lost';
      if (!response.includes(`${paths.received(form.id)}\r\n`)) errors[status] = (errors[status] ?? 0) + 1;
    }
  };
  await Promise.all(clients.map(work));
  const seconds = (performance.now() - since) / 1000;
  for (const client of clients) client.end();
  return {
    postsPerSecond: bodies.length / seconds,
    p50Ms: percentile(timesMs, 50),
    p95Ms: percentile(timesMs, 95),
    p99Ms: percentile(timesMs, 99),
    errors,
  };
}

export const formatErrors = ({ errors }: Posted) =>
  Object.entries(errors)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ') || 'none';
