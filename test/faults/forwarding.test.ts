import { describe, expect, it } from 'vitest';
import { startProvider } from '../fakes/provider.ts';
import { atTheProvider, manualClock, onlyDelivery, record, toApi, toForm, createWorkers } from '../support/outboxes.ts';
import { engines, temporaryStore } from '../support/databases.ts';
import type { EngineName } from '../support/databases.ts';
import { hourMs, minuteMs } from '../../src/durations.ts';

/** Starts a provider and a worker that delivers the store's submissions to it. */
async function forwarding({
  engine,
  timeoutMs,
  ...options
}: Parameters<typeof startProvider>[0] & { engine?: EngineName; timeoutMs?: number } = {}) {
  const temporary = await temporaryStore(engine);
  const provider = await startProvider({ ...atTheProvider, ...options });
  const clock = manualClock();
  const { store } = temporary;
  const start = (api = provider.api) =>
    createWorkers(
      store,
      [toForm(provider, clock), toApi({ api }, clock)].map((channel) => Object.assign(channel, timeoutMs && { timeoutMs })),
      clock,
      { organizerEmail: 'ada@example.com' },
    );
  return {
    store,
    provider,
    clock,
    start,
    deliveryWorkers: start(),
    waitMs: async (channel: string) => Date.parse((await onlyDelivery(store, channel)).nextAttemptAt) - clock.now().getTime(),
    [Symbol.asyncDispose]: async () => {
      await provider[Symbol.asyncDispose]();
      await temporary[Symbol.asyncDispose]();
    },
  };
}

describe('forwarding', () => {
  it.each(['keap-form', 'keap-api'])('%s retries an error of the provider, later each time, until it succeeds', async (channel) => {
    await using setup = await forwarding();
    const { store, provider, clock, deliveryWorkers } = setup;
    await record(store, [channel]);
    provider.fail('error', 3);
    for (const attempts of [1, 2, 3]) {
      await deliveryWorkers.drain();
      expect(await onlyDelivery(store, channel)).toMatchObject({
        state: 'due',
        attempts,
        lastError: expect.stringMatching(/cannot accept it now \(500/u),
      });
      const wait = await setup.waitMs(channel);
      expect(wait).toBeGreaterThan(0);
      expect(await deliveryWorkers.drain()).toBe(0);
      clock.advance(wait);
    }
    await deliveryWorkers.drain();
    expect(await onlyDelivery(store, channel)).toMatchObject({ state: 'delivered', attempts: 4, lastError: null });
    expect(provider.contacts).toHaveLength(1);
  });

  it.each([
    ['seconds', () => '300'],
    ['a date', () => new Date(Date.now() + 5 * minuteMs + 999).toUTCString()],
  ])('a Retry-After in %s pauses the whole channel', async (_, retryAfter) => {
    await using setup = await forwarding({ retryAfter: retryAfter() });
    const { store, provider, clock, deliveryWorkers } = setup;
    await record(store, ['keap-form']);
    await record(store, ['keap-form']);
    provider.fail('busy', 1);
    await deliveryWorkers.drain();
    expect(provider.seen).toHaveLength(1);
    clock.advance(4 * minuteMs + 50_000);
    await deliveryWorkers.drain();
    expect(provider.seen).toHaveLength(1);
    clock.advance(11_000);
    await deliveryWorkers.drain();
    await deliveryWorkers.drain();
    expect(provider.posts).toHaveLength(2);
    expect((await Array.fromAsync(store.outbox.list({ state: 'delivered' }))).map(({ attempts }) => attempts).toSorted()).toEqual([1, 2]);
  });

  it('a Retry-After of two days is shortened to one', async () => {
    await using setup = await forwarding({ retryAfter: String((48 * hourMs) / 1000) });
    const { store, provider, clock, deliveryWorkers } = setup;
    await record(store, ['keap-form']);
    provider.fail('busy', 1);
    await deliveryWorkers.drain();
    expect(await onlyDelivery(store, 'keap-form')).toMatchObject({ state: 'due', attempts: 1 });
    clock.advance(24 * hourMs);
    await deliveryWorkers.drain();
    expect(await onlyDelivery(store, 'keap-form')).toMatchObject({ state: 'delivered', attempts: 2 });
  });

  it('a delivery is retried with the same key when the connection broke after the provider had accepted it', async () => {
    await using setup = await forwarding();
    const { store, provider, clock, deliveryWorkers } = setup;
    await record(store, ['keap-form']);
    provider.fail('reset', 1);
    await deliveryWorkers.drain();
    const { id, ...delivery } = await onlyDelivery(store, 'keap-form');
    expect(delivery).toMatchObject({ state: 'due', lastError: expect.stringContaining('cannot be reached') });
    clock.advance(await setup.waitMs('keap-form'));
    await deliveryWorkers.drain();
    expect(provider.seen.map(({ key }) => key)).toEqual([`"${id}"`, `"${id}"`]);
    expect(provider.contacts).toHaveLength(1);
  });

  it('an attempt ends at its timeout, and holds up no other channel meanwhile', async () => {
    await using setup = await forwarding({ timeoutMs: 3000 });
    const { store, provider, deliveryWorkers } = setup;
    await record(store, ['keap-form', 'keap-api']);
    provider.fail('hang', 1);
    await deliveryWorkers.drain();
    const ended = await Array.fromAsync(store.outbox.list());
    expect(ended.map(({ state }) => state).toSorted()).toEqual(['delivered', 'due']);
    expect(ended.find(({ state }) => state === 'due')?.lastError).toBe('no response within 3 seconds');
  });

  it('a captcha pauses the channel, and it is tried again slowly', async () => {
    await using setup = await forwarding();
    const { store, provider, clock, deliveryWorkers } = setup;
    await record(store, ['keap-form']);
    await record(store, ['keap-form']);
    provider.fail('captcha');
    await deliveryWorkers.drain();
    expect(provider.seen).toHaveLength(1);
    clock.advance(15 * minuteMs);
    await deliveryWorkers.drain();
    expect(provider.seen).toHaveLength(1);
    clock.advance(6 * minuteMs);
    await deliveryWorkers.drain();
    expect(provider.seen).toHaveLength(2);
    provider.fail(undefined);
    clock.advance(21 * minuteMs);
    await deliveryWorkers.drain();
    expect(await Array.fromAsync(store.outbox.list({ state: 'delivered' }))).toHaveLength(2);
  });

  it('the organizer’s retry ends a pause once in each process, and one attempt shows whether the provider accepts again', async () => {
    await using setup = await forwarding();
    const { store, provider, clock, start } = setup;
    const processes = [start(), start()] as const;
    const poll = async () => {
      for (const deliveryWorkers of [...processes, ...processes]) await deliveryWorkers.drain();
    };
    for (let count = 0; count < 3; count += 1) await record(store, ['keap-form']);
    provider.fail('captcha');
    await poll();
    expect(provider.seen).toHaveLength(2);
    clock.advance(minuteMs);
    expect(await store.outbox.retry(undefined, clock.now())).toBe(2);
    await poll();
    expect(provider.seen).toHaveLength(4);
    provider.fail(undefined);
    clock.advance(minuteMs);
    expect(await store.outbox.retry(undefined, clock.now())).toBe(3);
    await processes[0].drain();
    expect(await store.outbox.count('delivered')).toBe(3);
  });

  // The other tests need no statement that this one does not run.
  it.each(engines)(
    'a refused token keeps all deliveries due and notifies the organizer once over restarts, and a valid one sends them, over %s',
    async (engine) => {
      await using setup = await forwarding({ engine });
      const { store, provider, clock, start } = setup;
      const wrong = { ...provider.api, token: 'an old token' };
      for (let count = 0; count < 5; count += 1) await record(store, ['keap-api']);
      for (const deliveryWorkers of [start(wrong), start(wrong)])
        for (let days = 0; days < 3; days += 1) {
          await deliveryWorkers.drain();
          expect(await deliveryWorkers.drain()).toBe(0);
          clock.advance(24 * hourMs);
        }
      expect(provider.seen.length).toBe(6);
      expect(await Array.fromAsync(store.outbox.list({ channel: 'keap-api', state: 'due' }))).toHaveLength(5);
      const notices = await Array.fromAsync(store.outbox.list({ channel: 'mail' }));
      expect(notices.map(({ kind }) => kind)).toEqual(['provider-refused']);

      await start().drain();
      expect(provider.contacts).toHaveLength(5);
      expect(await Array.fromAsync(store.outbox.list({ channel: 'keap-api', state: 'delivered' }))).toHaveLength(5);

      await record(store, ['keap-api']);
      await start(wrong).drain();
      expect(await Array.fromAsync(store.outbox.list({ channel: 'mail' }))).toHaveLength(2);
    },
    90_000,
  );

  it('a delivery is parked after a day of attempts, and the organizer’s retry gives it another day', async () => {
    await using setup = await forwarding();
    const { store, provider, clock, deliveryWorkers } = setup;
    await record(store, ['keap-form'], { at: new Date(Date.now() - 3 * 24 * hourMs) });
    provider.fail('down');
    const began = clock.now().getTime();
    for (;;) {
      await deliveryWorkers.drain();
      if ((await onlyDelivery(store, 'keap-form')).state !== 'due') break;
      clock.advance(Math.max(0, await setup.waitMs('keap-form')));
    }
    expect(clock.now().getTime() - began).toBeGreaterThan(23 * hourMs);
    expect(clock.now().getTime() - began).toBeLessThanOrEqual(24 * hourMs);
    expect(await onlyDelivery(store, 'keap-form')).toMatchObject({
      state: 'parked',
      lastError: expect.stringMatching(/^gave up after a day: /u),
    });
    provider.fail(undefined);
    clock.advance(24 * hourMs);
    expect(await deliveryWorkers.drain()).toBe(0);
    expect(await store.outbox.retry(undefined, clock.now())).toBe(1);
    await deliveryWorkers.drain();
    expect(await onlyDelivery(store, 'keap-form')).toMatchObject({ state: 'delivered', attempts: 1, lastError: null });
    expect(provider.posts).toHaveLength(1);
  });
});
