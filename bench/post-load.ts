import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { once } from 'node:events';
import { paths } from '../src/paths.ts';
import { form } from './posts.ts';
import { percentile } from './statistics.ts';

/** What posts got. `errors` is every answer but the thank-you page's address, by status; times are in milliseconds. */
export interface Posted {
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
  errors: Record<string, number>;
}

interface Client {
  post: (body: string) => Promise<string>;
  end: () => void;
}

/** A connection that is kept. It reads no more of HTTP than this needs, so that the processor is the site's. */
async function openClient(origin: string): Promise<Client> {
  const { hostname, port } = new URL(origin);
  const socket: Socket = connect(Number(port), hostname).setNoDelay();
  await once(socket, 'connect');
  let heard = '';
  let answered: ((answer: string) => void) | undefined;
  socket.setEncoding('latin1').on('data', (text: string) => {
    heard += text;
    // Only the answer to a good post has no body; of any other the head is enough.
    if (!heard.includes('\r\n\r\n')) return;
    answered?.(heard);
    heard = '';
  });
  const lost = () => answered?.('lost');
  socket.on('close', lost).on('error', lost);
  const head = `POST ${paths.process(form.id)} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n`;
  return {
    post: (body) =>
      new Promise((resolve) => {
        if (socket.destroyed) return resolve('lost');
        answered = resolve;
        socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
      }),
    end: () => socket.destroy(),
  };
}

/** Sends every body over so many connections: each as soon as the one before it is answered, or so many a second, whatever comes back. */
export async function postAll(origin: string, bodies: string[], connections: number, perSecond?: number): Promise<Posted> {
  const clients = await Promise.all(Array.from({ length: connections }, () => openClient(origin)));
  const taken: number[] = [];
  const errors: Record<string, number> = {};
  const since = performance.now();
  let next = 0;
  const work = async (client: Client) => {
    while (next < bodies.length) {
      const mine = next++;
      const due = perSecond === undefined ? performance.now() : since + (mine * 1000) / perSecond;
      if (due > performance.now()) await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
      const answer = await client.post(bodies[mine] as string);
      // From when it was due: who waits behind a slow answer waits as well.
      taken.push(performance.now() - due);
      const status = /^HTTP\/1\.1 (\d{3})/u.exec(answer)?.[1] ?? 'lost';
      if (!answer.includes(`${paths.received(form.id)}\r\n`)) errors[status] = (errors[status] ?? 0) + 1;
    }
  };
  await Promise.all(clients.map(work));
  const seconds = (performance.now() - since) / 1000;
  for (const client of clients) client.end();
  return {
    perSecond: bodies.length / seconds,
    p50: percentile(taken, 50),
    p95: percentile(taken, 95),
    p99: percentile(taken, 99),
    errors,
  };
}

export const shownErrors = ({ errors }: Posted) =>
  Object.entries(errors)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ') || 'none';
