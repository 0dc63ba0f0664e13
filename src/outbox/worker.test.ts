import { describe, expect, it } from 'vitest';
import { temporaryStore } from '../../test/support/databases.ts';
import { createWorkers, manualClock, record } from '../../test/support/outboxes.ts';
import { StoreUnavailable } from '../database/unavailable.ts';
import { ChannelBusy, ChannelClosed, NotNeeded, TryLater } from './channel.ts';
import { hourMs, minuteMs } from '../durations.ts';

const second = 1000;

/** A receiver that is down for every delivery, or for those that `refuses` says. */
function unreliableChannel(error: Error = new TryLater('it cannot be reached')) {
  const receiver = { isDown: false, refuses: (_id: string) => false, attempts: 0 };
  const channel = {
    name: 'webhook',
    concurrency: 10,
    async send({ id }: { id: string }) {
      receiver.attempts += 1;
      if (receiver.isDown || receiver.refuses(id)) throw error;
    },
  };
  return { receiver, channel };
}

describe('a receiver that was down', () => {
  it.each([
    ['the same process', false],
    ['a process that started meanwhile', true],
  ] as const)('gets every waiting delivery within a minute after it is available again, from %s', async (_, restarts) => {
    await using temporary = await temporaryStore();
    const { store } = temporary;
    const clock = manualClock();
    const { receiver, channel } = unreliableChannel();
    let deliveryWorkers = createWorkers(store, [channel], clock);
    for (let number = 0; number < 25; number += 1) await record(store, ['webhook']);
    receiver.isDown = true;
    for (let waited = 0; waited < 3 * hourMs; waited += minuteMs) {
      await deliveryWorkers.drain();
      clock.advance(minuteMs);
    }
    // One probe each minute in which the worker looked, and the retries of each delivery.
    expect(receiver.attempts).toBeLessThan(25 * 20 + 180);
    receiver.isDown = false;
    if (restarts) deliveryWorkers = createWorkers(store, [channel], clock);
    for (let waited = 0; waited < minuteMs; waited += 5 * second) {
      await deliveryWorkers.drain();
      clock.advance(5 * second);
    }
    expect(await store.outbox.count('delivered')).toBe(25);
  });

  it.each([
    ['cannot be reached', new TryLater('it cannot be reached')],
    ['accepts nothing until a person fixes something', new ChannelClosed('it refuses our token', 3 * 60)],
  ])('is reported after ten minutes, with the reason and the number of waiting deliveries, if it %s', async (_, error) => {
    await using temporary = await temporaryStore();
    const { store } = temporary;
    const clock = manualClock();
    const { receiver, channel } = unreliableChannel(error);
    const deliveryWorkers = createWorkers(store, [channel], clock);
    for (let number = 0; number < 25; number += 1) await record(store, ['webhook']);
    receiver.isDown = true;
    const since = clock.now().toISOString();
    const poll = async (forMs: number) => {
      for (let waited = 0; waited < forMs; waited += minuteMs) {
        await deliveryWorkers.drain();
        clock.advance(minuteMs);
      }
      return store.outbox.listFailing(clock.now());
    };
    expect(await poll(9 * minuteMs)).toEqual([]);
    expect(await poll(2 * minuteMs)).toEqual([{ channel: 'webhook', since, reason: error.message, waiting: 25 }]);
    await store.outbox.retry(undefined, clock.now());
    expect(await poll(minuteMs)).toMatchObject([{ since, waiting: 25 }]);
    receiver.isDown = false;
    expect(await poll(5 * minuteMs)).toEqual([]);
  });

  it('is reported, and its deliveries are given up a day later, if the first attempts were made by a clock that was a year ahead', async () => {
    await using temporary = await temporaryStore();
    const { store } = temporary;
    const clock = manualClock();
    const { receiver, channel } = unreliableChannel();
    const deliveryWorkers = createWorkers(store, [channel], clock);
    receiver.isDown = true;
    await record(store, ['webhook']);
    clock.advance(365 * 24 * hourMs);
    await deliveryWorkers.drain();
    clock.advance(-365 * 24 * hourMs);
    const since = clock.now().toISOString();
    const tryFor = async (forMs: number) => {
      for (let waited = 0; waited < forMs; waited += 10 * minuteMs) {
        await deliveryWorkers.drain();
        clock.advance(10 * minuteMs);
      }
    };
    await tryFor(hourMs);
    expect(await store.outbox.listFailing(clock.now())).toMatchObject([{ since, waiting: 1 }]);
    await tryFor(24 * hourMs);
    expect(await store.outbox.count('parked')).toBe(1);
  });

  it.each([
    ['an hour', hourMs],
    ['a year', 365 * 24 * hourMs],
  ])('that asked for a pause while the clock was %s ahead gets new deliveries as soon as the clock is corrected', async (_, aheadMs) => {
    await using temporary = await temporaryStore();
    const { store } = temporary;
    const clock = manualClock();
    const { receiver, channel } = unreliableChannel(new ChannelBusy('it is busy', 60));
    const deliveryWorkers = createWorkers(store, [channel], clock);
    receiver.isDown = true;
    clock.advance(aheadMs);
    await record(store, ['webhook']);
    await deliveryWorkers.drain();
    clock.advance(-aheadMs);
    receiver.isDown = false;
    await record(store, ['webhook']);
    await deliveryWorkers.drain();
    expect(await store.outbox.count('delivered')).toBeGreaterThan(0);
  });

  it('gets within a minute what failed while the clock was an hour ahead, once the clock is corrected', async () => {
    await using temporary = await temporaryStore();
    const { store } = temporary;
    const clock = manualClock();
    const { receiver, channel } = unreliableChannel();
    const deliveryWorkers = createWorkers(store, [channel], clock);
    clock.advance(hourMs);
    for (const isDown of [false, true, true]) {
      receiver.isDown = isDown;
      await record(store, ['webhook']);
      await deliveryWorkers.drain();
    }
    clock.advance(-hourMs);
    receiver.isDown = false;
    for (let waited = 0; waited < minuteMs; waited += 5 * second) {
      await deliveryWorkers.drain();
      clock.advance(5 * second);
    }
    expect(await store.outbox.count('delivered')).toBe(3);
  });

  it('gets a refused delivery again with its own backoff while it accepts other deliveries', async () => {
    await using temporary = await temporaryStore();
    const { store } = temporary;
    const clock = manualClock();
    const { receiver, channel } = unreliableChannel();
    const deliveryWorkers = createWorkers(store, [channel], clock);
    const submissionId = await record(store, ['webhook']);
    const [refused] = await Array.fromAsync(store.outbox.list({ submissionId }));
    receiver.refuses = (key) => key === refused?.id;
    for (let waited = 0; waited < 10 * minuteMs; waited += 10 * second) {
      await record(store, ['webhook']);
      await deliveryWorkers.drain();
      clock.advance(10 * second);
    }
    const [waiting] = await Array.fromAsync(store.outbox.list({ submissionId }));
    expect(waiting?.state).toBe('due');
    expect(waiting?.attempts).toBeLessThan(12);
  });
});

async function workerWithDatabase() {
  const temporary = await temporaryStore();
  const { store } = temporary;
  const clock = manualClock();
  const { receiver, channel } = unreliableChannel();
  /** `onRefusal` is called when an outcome was not recorded. */
  const database = { isAvailable: true, onRefusal: () => {} };
  const recordOutcomes: typeof store.outbox.recordOutcomes = async (outcomes, now) => {
    if (database.isAvailable) return store.outbox.recordOutcomes(outcomes, now);
    database.onRefusal();
    throw new StoreUnavailable('the database is away');
  };
  const deliveryWorkers = createWorkers(store, [channel], clock, { outbox: { ...store.outbox, recordOutcomes } });
  for (let number = 0; number < 3; number += 1) await record(store, ['webhook']);
  return { ...temporary, clock, receiver, deliveryWorkers, database };
}

describe('a database that was unavailable', () => {
  it('records what was sent before it when it is available again after a lease, so that nothing is sent twice', async () => {
    await using test = await workerWithDatabase();
    const { store, clock, receiver, deliveryWorkers, database } = test;
    database.isAvailable = false;
    await expect(deliveryWorkers.drain()).rejects.toThrow(StoreUnavailable);
    clock.advance(2 * minuteMs);
    database.isAvailable = true;
    expect(await deliveryWorkers.drain()).toBe(3);
    expect(receiver.attempts).toBe(3);
    expect(await store.outbox.count('delivered')).toBe(3);
  });

  it('records what was sent before a stop if it is available again within the next seconds', async () => {
    await using test = await workerWithDatabase();
    const { store, deliveryWorkers, database } = test;
    database.isAvailable = false;
    const refused = new Promise<void>((resolve) => (database.onRefusal = resolve));
    deliveryWorkers.start();
    await refused;
    const stopped = deliveryWorkers.stop();
    database.onRefusal = () => (database.isAvailable = true);
    await stopped;
    expect(await store.outbox.count('delivered')).toBe(3);
  });
});

it.each([0, 24 * hourMs])('a receiver that is slow with one delivery gets each other one once, even after %i ms', async (passedMs) => {
  await using temporary = await temporaryStore();
  const { store } = temporary;
  const clock = manualClock();
  const responses: (() => void)[] = [];
  const send = () => new Promise<void>((resolve) => void responses.push(resolve));
  const deliveryWorkers = createWorkers(store, [{ name: 'webhook', concurrency: 10, send }], clock);
  await record(store, ['webhook']);
  deliveryWorkers.start();
  await expect.poll(() => responses.length).toBe(1);
  clock.advance(passedMs);
  await record(store, ['webhook']);
  await expect.poll(() => responses.length).toBeGreaterThan(1);
  for (const respond of responses) respond();
  await deliveryWorkers.stop();
  expect(await store.outbox.count('delivered')).toBe(2);
  expect(responses).toHaveLength(2);
});

it('a closed channel stays closed after a delivery that was not needed, so that the organizer gets one notice', async () => {
  await using temporary = await temporaryStore();
  const { store } = temporary;
  const clock = manualClock();
  const poll = async (error: Error) => {
    const { receiver, channel } = unreliableChannel(error);
    receiver.isDown = true;
    await createWorkers(store, [channel], clock, { organizerEmail: 'ada@example.com' }).drain();
    clock.advance(minuteMs);
  };
  await record(store, ['webhook']);
  await poll(new ChannelClosed('it refuses our token', 60));
  // Each time in a process that does not know that the channel is closed.
  await poll(new NotNeeded('it is over'));
  await record(store, ['webhook']);
  await poll(new ChannelClosed('it refuses our token', 60));
  expect(await Array.fromAsync(store.outbox.list({ channel: 'mail' }))).toHaveLength(1);
});
