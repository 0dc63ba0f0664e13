import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { serveArguments } from '../support/serve-arguments.ts';
import { paths } from '../../src/paths.ts';
import { temporaryFolder } from '../support/databases.ts';
import { cleanEnv, root } from '../support/environment.ts';
import { answers, listSubmissions, workshop } from '../support/forms.ts';
import { makeProof, cheapProofs } from '../support/proof.ts';
import { rawConnection, statuses } from '../support/raw-http.ts';
import { startSite } from '../support/site.ts';
import type { Site } from '../support/site.ts';
import { manyRounds } from './rounds.ts';

const postHeaders = (length: number) =>
  `POST ${paths.process(workshop.id)} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${length}\r\n\r\n`;

/** Returns the status of /readyz over an open connection. */
async function readyStatus(socket: Socket): Promise<number | undefined> {
  socket.write('GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n');
  const [response] = (await once(socket, 'data')) as [Buffer];
  return statuses(response.toString('latin1'))[0];
}

async function acceptsConnections({ url }: Site): Promise<boolean> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const connected = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return connected;
}

it('on SIGTERM the site reports that it is not ready, closes idle connections, refuses new ones, finishes the pending post and exits with 0', async () => {
  await using site = await startSite({ env: cheapProofs });
  const body = new URLSearchParams({ ...answers(), altcha: await makeProof() }).toString();
  const balancer = await rawConnection(site);
  expect(await readyStatus(balancer)).toBe(200);
  // Browsers open connections in advance for a possible request.
  const idle = await rawConnection(site);
  const idleClosed = once(idle, 'close');
  const visitor = await rawConnection(site);
  visitor.write(postHeaders(body.length) + body.slice(0, 40));
  const response = once(visitor, 'data') as Promise<[Buffer]>;
  // The rest of the body is sent after the site refuses new connections.
  expect(await readyStatus(balancer)).toBe(200);

  const ended = site.end('SIGTERM');
  let status: number | undefined;
  do status = await readyStatus(balancer);
  while (status === 200);
  expect(status).toBe(503);
  await expect.poll(() => acceptsConnections(site)).toBe(false);
  await idleClosed;
  visitor.write(body.slice(40));
  expect(statuses((await response)[0].toString('latin1'))).toEqual([303]);
  const since = performance.now();
  expect(await ended).toBe(0);
  // The site closes connections that are still open without waiting for the half minute that it gives stuck requests.
  expect(performance.now() - since).toBeLessThan(25_000);
  expect([balancer.destroyed, visitor.destroyed]).toEqual([true, true]);
  expect(await listSubmissions(site)).toHaveLength(1);
});

it.each([
  ['SIGTERM', 'SIGINT'],
  ['SIGINT', 'SIGTERM'],
] as const)('while it stops on %s, the site is ended immediately by %s', async (first, second) => {
  await using site = await startSite();
  const visitor = await rawConnection(site);
  visitor.write(postHeaders(1000));
  const exited = once(site.process, 'exit');
  site.process.kill(first);
  await expect.poll(() => acceptsConnections(site)).toBe(false);
  site.process.kill(second);
  expect(await exited).toEqual([null, second]);
});

it('on a signal that comes while its desk is being opened, the site exits with 0', async () => {
  using temporary = temporaryFolder();
  const desk = { DESK_ORIGIN: 'http://localhost', DESK_PORT: String(await freePort()) };
  const env = cleanEnv({ PORT: String(await freePort()), DATA_DIR: temporary.folder, ...desk });
  const args = ['--import', './test/support/signal-before-desk.mjs', ...serveArguments(root)];
  const site = spawn(process.execPath, args, { cwd: root, env, stdio: 'ignore' });
  onTestFinished(() => void site.kill('SIGKILL'));
  expect(await once(site, 'exit')).toEqual([0, null]);
});

it('on SIGTERM the site sends a slow reader whole responses, says in the last one that it closes the connection, and exits with 0', async () => {
  await using site = await startSite();
  const reader = await rawConnection(site);
  const chunks: Buffer[] = [];
  reader.on('data', (chunk: Buffer) => chunks.push(chunk));
  const closed = once(reader, 'close');
  reader.write(`GET ${paths.home} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await expect.poll(() => chunks.length).toBeGreaterThan(0);
  // More than the socket buffers of both ends hold.
  reader.pause();
  reader.write(`GET ${paths.home} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(200));
  const other = await rawConnection(site);
  expect(await readyStatus(other)).toBe(200);

  const ended = site.end('SIGTERM');
  await expect.poll(() => acceptsConnections(site)).toBe(false);
  reader.resume();
  await closed;
  const all = Buffer.concat(chunks).toString('latin1');
  const length = Number(/content-length: (\d+)/iu.exec(all)?.[1]);
  const parts = all.split('HTTP/1.1 200 OK\r\n').slice(1);
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.map((part) => part.length - part.indexOf('\r\n\r\n') - 4)).toEqual(parts.map(() => length));
  // A client learns which requests it must send again (RFC 9112, 9.6).
  expect(parts.findIndex((part) => /^connection: close$/imu.test(part))).toBe(parts.length - 1);
  expect(await ended).toBe(0);
});

it.skipIf(!manyRounds)(
  'half a minute after SIGTERM the site closes the connection of a stuck post and exits with 0',
  { timeout: 60_000 },
  async () => {
    await using site = await startSite({ env: cheapProofs });
    const stuck = await rawConnection(site);
    const cut = once(stuck, 'close');
    stuck.write(`${postHeaders(100)}a=b`);
    const trickle = setInterval(() => stuck.write('x'), 3000);
    const since = performance.now();
    expect(await site.end('SIGTERM')).toBe(0);
    await cut;
    clearInterval(trickle);
    expect(performance.now() - since).toBeLessThan(32_000);
  },
);
