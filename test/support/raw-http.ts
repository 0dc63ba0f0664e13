import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { once } from 'node:events';

/** A connection that sends bytes as they are, whatever HTTP says about them. With `allowHalfOpen` it stays open when the site has ended its side. */
export async function rawConnection(site: { url: string }, { allowHalfOpen = false } = {}): Promise<Socket & AsyncDisposable> {
  const { hostname, port } = new URL(site.url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket as Socket & AsyncDisposable;
}

/** Sends these bytes, a character each, and answers with everything that comes back until the site hangs up. */
export async function exchange(site: { url: string }, text: string): Promise<string> {
  const socket = await rawConnection(site);
  let answer = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (answer += chunk));
  const closed = once(socket, 'close');
  socket.write(text, 'latin1');
  await closed;
  return answer;
}

/** The status of each answer of a connection. */
export function statuses(answer: string): number[] {
  return [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /gu)].map(([, status]) => Number(status));
}
