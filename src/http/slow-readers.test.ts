import { once } from 'node:events';
import { Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { startHttpApp } from '../../test/support/http-app.ts';
import { rawConnection, statuses } from '../../test/support/raw-http.ts';
import { paths } from '../paths.ts';

afterEach(() => vi.restoreAllMocks());

/** Makes every timeout of a socket pass a hundred times as fast. */
function hurrySocketTimeouts(): void {
  const { setTimeout } = Socket.prototype;
  vi.spyOn(Socket.prototype, 'setTimeout').mockImplementation(function (this: Socket, timeoutMs, callback) {
    return setTimeout.call(this, timeoutMs / 100, callback);
  });
}

const request = `GET ${paths.home} HTTP/1.1\r\nHost: x\r\n\r\n`;

it('attack: a client that asks for many pages and reads none is disconnected, and one that reads slowly is not', async () => {
  hurrySocketTimeouts();
  await using site = await startHttpApp({ now: new Date() });
  await site.app.listen({ host: '127.0.0.1', port: 0 });
  const address = { url: `http://127.0.0.1:${(site.app.server.address() as AddressInfo).port}` };
  const connections = () => new Promise<number>((resolve) => site.app.server.getConnections((_error, count) => resolve(count)));

  const stalled = await rawConnection(address);
  stalled.pause();
  // More than the socket buffers of both ends hold.
  stalled.write(request.repeat(200));
  const slow = await rawConnection(address);
  let received = '';
  slow.setEncoding('latin1').on('data', (text: string) => {
    received += text;
    slow.pause();
    setTimeout(() => slow.resume(), 20);
  });
  slow.write(request.repeat(40) + request.replace('x\r\n', 'x\r\nConnection: close\r\n'));

  await expect.poll(connections, { interval: 20 }).toBe(1);
  await once(slow, 'close');
  expect(statuses(received)).toEqual(Array<number>(41).fill(200));
});
