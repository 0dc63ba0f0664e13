import { Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StoreUnavailable } from '../../../database/unavailable.ts';
import { rawConnection, statuses } from '../../../../test/support/raw-http.ts';
import { ownPage, startRemoteDesk } from '../../../../test/support/remote-desk.ts';

const speedup = 1000;
let desk: Awaited<ReturnType<typeof startRemoteDesk>>;
let address: { url: string };

beforeEach(async () => {
  const { setTimeout } = Socket.prototype;
  vi.spyOn(Socket.prototype, 'setTimeout').mockImplementation(function (this: Socket, timeoutMs, callback) {
    return setTimeout.call(this, timeoutMs / speedup, callback);
  });
  desk = await startRemoteDesk({ now: new Date() });
  desk.app.server.headersTimeout /= speedup;
  desk.app.server.requestTimeout /= speedup;
  await desk.app.listen({ host: '127.0.0.1', port: 0 });
  address = { url: `http://127.0.0.1:${(desk.app.server.address() as AddressInfo).port}` };
});
afterEach(async () => {
  vi.restoreAllMocks();
  await desk[Symbol.asyncDispose]();
});

const headerLines = (headers: Record<string, string>) => Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
const head = (line: string, headers: Record<string, string> = {}) =>
  [`${line} HTTP/1.1\r\n`, ...headerLines({ ...ownPage, ...headers }), '\r\n'].join('');
const countConnections = () => new Promise<number>((resolve) => desk.app.server.getConnections((_error, count) => resolve(count)));

it('attack: a client that sends the body of a sign-in a byte at a time is disconnected', async () => {
  const socket = await rawConnection(address);
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => (received += text));
  // A byte that arrives after the desk has closed the connection is answered with a reset, which is an error here.
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(`${head('POST /api/sign-in', { 'content-length': '60000' })}{`);
  const sending = setInterval(() => socket.write(' '), 50);
  await closed;
  clearInterval(sending);
  expect(statuses(received)).toEqual([408]);
});

/** Asks for more than the socket buffers of both ends hold, and reads nothing of it. */
async function openStalled(): Promise<void> {
  const socket = await rawConnection(address);
  socket.pause();
  const files = desk.routes.filter(({ method, url }) => method === 'GET' && url.startsWith('/assets/')).map(({ url }) => url);
  for (let times = 0; times < 20; times += 1) for (const file of files) socket.write(head(`GET ${file}`));
}

it('attack: a client that reads nothing of what it asked for is disconnected', async () => {
  await openStalled();
  await expect.poll(countConnections, { interval: 20 }).toBe(0);
});

it('a page that waits for events stays connected while nothing happens, until its organizer is revoked', async () => {
  const cookie = await desk.signIn('Ada');
  const events = await rawConnection(address);
  let received = '';
  events.setEncoding('latin1').on('data', (text: string) => (received += text));
  events.write(head('GET /api/events', { cookie }));
  await expect.poll(() => received).toContain('data:');
  await openStalled();
  await expect.poll(countConnections, { interval: 20 }).toBe(1);
  expect(received).not.toContain('\r\n0\r\n');
  await desk.store.organizers.revokeOrganizer('Ada');
  await expect.poll(() => received).toContain('\r\n0\r\n');
  expect(received).toContain('event: session-ended\n');
});

/**
 * Opens the events of an organizer and reads nothing of them. Each event is longer than the socket buffers of both ends hold, and is sent
 * once `beforeEvent` has resolved.
 */
async function openStalledEvents(beforeEvent: () => Promise<unknown>): Promise<void> {
  const page = await rawConnection(address);
  page.pause();
  page.write(head('GET /api/events', { cookie: await desk.signIn('Ada') }));
  await expect.poll(countConnections).toBe(1);
  let events = 0;
  vi.spyOn(desk.store.database, 'readChangeToken').mockImplementation(async () => {
    await beforeEvent();
    throw new StoreUnavailable(`${(events += 1)} ${'x'.repeat(16_000_000)}`);
  });
}

it.each([
  ['', () => Promise.resolve()],
  [' and whose session ends', () => desk.store.organizers.revokeOrganizer('Ada')],
])('attack: a page that reads none of its events%s is disconnected, so that they do not fill the memory', async (_, beforeEvent) => {
  await openStalledEvents(beforeEvent);
  await expect.poll(countConnections, { timeout: 10_000 }).toBe(0);
});
