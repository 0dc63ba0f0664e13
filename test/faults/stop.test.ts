import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { paths } from '../../src/paths.ts';
import { answers, listed, workshop } from '../support/forms.ts';
import { makeProof, cheapProofs } from '../support/proof.ts';
import { rawConnection, statuses } from '../support/raw-http.ts';
import { startSite } from '../support/site.ts';
import type { Site } from '../support/site.ts';
import { manyRounds } from './rounds.ts';

const head = (length: number) =>
  `POST ${paths.process(workshop.id)} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${length}\r\n\r\n`;

/** Asks over a connection that is open already. */
async function ready(socket: Socket): Promise<number | undefined> {
  socket.write('GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return statuses(answer.toString('latin1'))[0];
}

async function takesConnections({ url }: Site): Promise<boolean> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const taken = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return taken;
}

it('says on SIGTERM that it is not ready, then takes no connection and waits for none that is silent, then answers the post that is under way, and ends with 0', async () => {
  await using site = await startSite({ env: cheapProofs });
  const body = new URLSearchParams({ ...answers(), altcha: await makeProof() }).toString();
  const balancer = await rawConnection(site);
  expect(await ready(balancer)).toBe(200);
  // As browsers open them, for a request that may come.
  const silent = await rawConnection(site);
  const hungUpOn = once(silent, 'close');
  const visitor = await rawConnection(site);
  visitor.write(head(body.length) + body.slice(0, 40));
  const answered = once(visitor, 'data') as Promise<[Buffer]>;
  // The rest of the body comes only when nobody new is let in.
  expect(await ready(balancer)).toBe(200);

  const ended = site.end('SIGTERM');
  let status: number | undefined;
  do status = await ready(balancer);
  while (status === 200);
  expect(status).toBe(503);
  while (await takesConnections(site));
  await hungUpOn;
  visitor.write(body.slice(40));
  expect(statuses((await answered)[0].toString('latin1'))).toEqual([303]);
  const since = performance.now();
  expect(await ended).toBe(0);
  // Its connections are still open here: half a minute would be for what is stuck.
  expect(performance.now() - since).toBeLessThan(25_000);
  expect([balancer.destroyed, visitor.destroyed]).toEqual([true, true]);
  expect(await listed(site)).toHaveLength(1);
});

it('sends who reads slowly the whole of what she asked for, and then ends with 0', async () => {
  await using site = await startSite();
  const reader = await rawConnection(site);
  const chunks: Buffer[] = [];
  reader.on('data', (chunk: Buffer) => chunks.push(chunk));
  const closed = once(reader, 'close');
  reader.write(`GET ${paths.home} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await expect.poll(() => chunks.length).toBeGreaterThan(0);
  // More than the kernels of both ends hold.
  reader.pause();
  reader.write(`GET ${paths.home} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(200));
  const other = await rawConnection(site);
  expect(await ready(other)).toBe(200);

  const ended = site.end('SIGTERM');
  while (await takesConnections(site));
  reader.resume();
  await closed;
  const all = Buffer.concat(chunks).toString('latin1');
  const length = Number(/content-length: (\d+)/iu.exec(all)?.[1]);
  const parts = all.split('HTTP/1.1 200 OK\r\n').slice(1);
  expect(parts.map((part) => part.length - part.indexOf('\r\n\r\n') - 4)).toEqual(Array.from({ length: 201 }, () => length));
  expect(await ended).toBe(0);
});

it.skipIf(!manyRounds)('cuts off a post that gets stuck half a minute after SIGTERM, and ends with 0', { timeout: 60_000 }, async () => {
  await using site = await startSite({ env: cheapProofs });
  const stuck = await rawConnection(site);
  const cut = once(stuck, 'close');
  stuck.write(`${head(100)}a=b`);
  const drops = setInterval(() => stuck.write('x'), 3000);
  const since = performance.now();
  expect(await site.end('SIGTERM')).toBe(0);
  await cut;
  clearInterval(drops);
  expect(performance.now() - since).toBeLessThan(32_000);
});
