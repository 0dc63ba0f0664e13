import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { once } from 'node:events';

/** Opens a TCP connection that sends bytes unchanged. With `allowHalfOpen` it stays open after the site has closed its side. */
export async function rawConnection(site: { url: string }, { allowHalfOpen = false } = {}): Promise<Socket & AsyncDisposable> {
  const { hostname, port } = new URL(site.url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket as Socket & AsyncDisposable;
}

/** Sends these bytes, one per character, and returns everything that the site sends until it closes the connection. */
export async function exchange(site: { url: string }, text: string): Promise<string> {
  const socket = await rawConnection(site);
  let response = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (response += chunk));
  const closed = once(socket, 'close');
  socket.write(text, 'latin1');
  await closed;
  return response;
}

/** Returns the status of each response of a connection. */
export function statuses(responses: string): number[] {
  return [...responses.matchAll(/HTTP\/1\.1 (\d{3}) /gu)].map(([, status]) => Number(status));
}
