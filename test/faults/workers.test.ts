import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { manualClock, onlyDelivery, record, toWebhook, createWorkers } from '../support/outboxes.ts';
import { startReceiver } from '../support/webhook-receiver.ts';
import { engines, temporaryStore } from '../support/databases.ts';
import { manyRounds } from './rounds.ts';
import { minuteMs } from '../../src/durations.ts';

/** `npm run test:faults` sends more. */
const deliveryCount = manyRounds ? 2000 : 200;

const script = fileURLToPath(new URL('../support/outbox-worker.ts', import.meta.url));

/** Starts a worker process; `ended` resolves to its exit code and signal. */
function startWorker(databaseUrl: string, receiver: string, spacingMs = 0) {
  const child = spawn(process.execPath, [script, databaseUrl, receiver, String(spacingMs)], { stdio: ['ignore', 'pipe', 'inherit'] });
  return { child, ended: once(child, 'exit') as Promise<[number | null, string | null]> };
}

it('workers send a delivery again with the same key if one was killed before it recorded the outcome', async () => {
  await using temporary = await temporaryStore();
  await using receiver = await startReceiver(() => {});
  await record(temporary.store, ['webhook']);
  const came = receiver.next();
  const { child, ended } = startWorker(temporary.databaseUrl, receiver.url);
  await came;
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);

  await using after = await startReceiver();
  const clock = manualClock();
  const deliveryWorkers = createWorkers(temporary.store, [toWebhook(after.url, clock)], clock);
  expect(await deliveryWorkers.drain()).toBe(0);
  clock.advance(minuteMs + 1000);
  await deliveryWorkers.drain();
  const { id, state, attempts } = await onlyDelivery(temporary.store, 'webhook');
  expect({ state, attempts }).toEqual({ state: 'delivered', attempts: 2 });
  expect([...receiver.received, ...after.received].map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
});

it.each(engines)(
  'workers over %s share deliveries: none is lost, none is sent twice, and none is sent earlier than the spacing of the channel allows',
  async (engine) => {
    await using temporary = await temporaryStore(engine);
    await using receiver = await startReceiver();
    const { store } = temporary;
    const several = Array.from({ length: 20 }, () => 'webhook');
    for (let count = 0; count < deliveryCount / several.length; count += 1) await record(store, several);
    const spacingMs = 3;
    const began = Date.now();
    const workers = [
      startWorker(temporary.databaseUrl, receiver.url, spacingMs),
      startWorker(temporary.databaseUrl, receiver.url, spacingMs),
    ];
    expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual(workers.map(() => [0, null]));
    const due = (await Array.fromAsync(store.outbox.list())).map(({ id }) => id);
    expect(due).toHaveLength(deliveryCount);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'] as string).toSorted()).toEqual(due.toSorted());
    expect(await Array.fromAsync(store.outbox.list({ state: 'delivered' }))).toHaveLength(deliveryCount);
    // Slot n is n times the spacing after the start. A delivery may be late but never early; clocks count whole milliseconds.
    const early = receiver.received.map(({ at }, slot) => began + slot * spacingMs - 2 - at).filter((earlyMs) => earlyMs > 0);
    expect(early).toEqual([]);
  },
  120_000,
);
