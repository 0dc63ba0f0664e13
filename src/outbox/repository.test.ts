import { describe, expect, it } from 'vitest';
import type { NewDelivery } from './enqueue.ts';
import type { LeaseRequest } from './queue.ts';
import type { SubmissionToStore } from '../submissions/repository.ts';
import { openStore } from '../app/open-store.ts';
import type { Store } from '../app/open-store.ts';
import { eraseRows } from '../../test/support/erasing.ts';
import { recording } from '../../test/support/recording.ts';
import { engines, temporaryStore } from '../../test/support/databases.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 1, 12) + seconds * 1000);

/** Enqueues deliveries of one channel, each with a separate submission. */
async function enqueue(store: Store, count: number, channel = 'relay'): Promise<void> {
  const numbered = (number: number): SubmissionToStore => ({
    ...recording({ inf_field_Email: `${number}@example.com` }, { receivedAt: at(0) }),
    deliveries: [{ channel, kind: 'registration', payload: { number } } as NewDelivery],
  });
  // In batches: all at once may wait longer for a connection than PostgreSQL's pool allows on a loaded machine.
  for (let done = 0; done < count; done += 20)
    await Promise.all(Array.from({ length: Math.min(20, count - done) }, (_, index) => store.submissions.record(numbered(done + index))));
}

const wanted = (more: Partial<LeaseRequest> = {}): LeaseRequest => ({
  channel: 'relay',
  limit: 10,
  now: at(0),
  leaseMs: 60_000,
  spacingMs: 0,
  ...more,
});

describe.each(engines)('the outbox over %s', (engine) => {
  it('leases each delivery to exactly one worker', async () => {
    await using temporary = await temporaryStore(engine);
    await enqueue(temporary.store, 500);
    const other = await openStore(temporary.databaseUrl);
    const leased: string[] = [];
    const work = async (store: Store) => {
      for (;;) {
        const batch = await store.outbox.lease(wanted({ limit: 7 }));
        expect(batch.length).toBeLessThanOrEqual(7);
        if (batch.length === 0) return;
        leased.push(...batch.map(({ id }) => id));
      }
    };
    await Promise.all([temporary.store, other, temporary.store, other].map(work));
    await other.close();
    // A worker stops early if another worker has locked all rows, which loses nothing.
    await work(temporary.store);
    expect(leased).toHaveLength(500);
    expect(new Set(leased).size).toBe(500);
  });

  it('leases due deliveries only, in their order, with their submissions', async () => {
    await using temporary = await temporaryStore(engine);
    const { store } = temporary;
    const due = (kind: string, seconds: number) => ({ channel: 'relay' as string, kind, notBefore: at(seconds) }) as NewDelivery;
    const { id } = await store.submissions.record({
      ...recording({}, { receivedAt: at(0) }),
      deliveries: [due('later', 9), due('second', 5), due('first', 4), { channel: 'mail', kind: 'registration' }],
    });
    expect(await store.outbox.lease(wanted({ now: at(3) }))).toEqual([]);
    const [first] = await store.outbox.lease(wanted({ now: at(6), limit: 1 }));
    expect(first).toMatchObject({
      kind: 'first',
      submission: { id },
      payload: {},
      attempts: 1,
      tryingSince: at(6).toISOString(),
      notBefore: at(6),
    });
    expect((await store.outbox.lease(wanted({ now: at(6) }))).map(({ kind }) => kind)).toEqual(['second']);
  });

  it('leases a delivery again after the lease of another worker has ended', async () => {
    await using temporary = await temporaryStore(engine);
    const { store } = temporary;
    await enqueue(store, 1);
    const [first] = await store.outbox.lease(wanted());
    expect(await store.outbox.lease(wanted({ now: at(59) }))).toEqual([]);
    expect(await store.outbox.lease(wanted({ now: at(60) }))).toMatchObject([{ id: first?.id, attempts: 2 }]);
  });

  it('keeps the spacing of a channel between the attempts of all workers', async () => {
    await using temporary = await temporaryStore(engine);
    await enqueue(temporary.store, 12);
    await using other = await openStore(temporary.databaseUrl);
    const spaced = wanted({ spacingMs: 250 });
    const leases = await Promise.all([temporary.store, other, temporary.store, other].map((store) => store.outbox.lease(spaced)));
    const slots = leases.flat().map((leased) => leased.notBefore.getTime() - at(0).getTime());
    expect(slots.toSorted((a, b) => a - b)).toEqual([0, 250, 500, 750]);
    const more = await Promise.all([temporary.store, other, other].map((store) => store.outbox.lease({ ...spaced, now: at(0.5) })));
    expect(more.flat().map((leased) => leased.notBefore.getTime() - at(0).getTime())).toEqual([1000, 1250]);
    expect(await other.outbox.lease({ ...spaced, channel: 'mail' })).toEqual([]);
  });

  it('waits for no time that a clock wrote which was ahead and is corrected', async () => {
    await using temporary = await temporaryStore(engine);
    const { store } = temporary;
    await enqueue(store, 2);
    const yearAhead = at(365 * 86_400);
    const [first] = await store.outbox.lease(wanted({ now: yearAhead, limit: 1 }));
    const retry = { id: first!.id, outcome: 'retry', at: new Date(yearAhead.getTime() + 4000), error: 'busy' } as const;
    await store.outbox.recordOutcomes([retry], yearAhead);
    const [second] = await store.outbox.lease(wanted({ now: yearAhead, spacingMs: 2500 }));
    // Now one has a time for its next attempt, the other the lease of a worker that was killed, and the channel its next slot.
    const corrected = wanted({ now: at(120), spacingMs: 2500, limit: 1 });
    const leased = [...(await store.outbox.lease(corrected)), ...(await store.outbox.lease({ ...corrected, now: at(125) }))];
    expect(leased.map(({ id }) => id).toSorted()).toEqual([first!.id, second!.id].toSorted());
  });

  it('leases immediately what was enqueued by a clock that was a day ahead and is corrected', async () => {
    await using temporary = await temporaryStore(engine);
    await enqueue(temporary.store, 1);
    expect(await temporary.store.outbox.lease(wanted({ now: at(-86_400) }))).toHaveLength(1);
  });

  it('waits at most a minute for a slot that a clock reserved which was minutes ahead and is corrected', async () => {
    await using temporary = await temporaryStore(engine);
    const { store } = temporary;
    await enqueue(store, 2);
    const spaced = wanted({ spacingMs: 2500, limit: 1 });
    for (const now of [at(10 * 60), at(0)]) expect(await store.outbox.lease({ ...spaced, now })).toMatchObject([{ notBefore: now }]);
  });

  it('enqueues nothing for a time that it would take for that of a wrong clock', async () => {
    await using temporary = await temporaryStore(engine);
    const { store } = temporary;
    const inTwoDays = { channel: 'mail', kind: 'organizer-digest', notBefore: at(2 * 86_400) } as const;
    await expect(store.outbox.enqueueOnce('key', inTwoDays, at(0))).rejects.toThrow('a delivery waits for at most a day');
    expect(await Array.fromAsync(store.outbox.list())).toEqual([]);
  });

  it('records the outcome of each attempt', async () => {
    await using temporary = await temporaryStore(engine);
    const { store } = temporary;
    await enqueue(store, 4);
    const [delivered, retried, parked, released] = (await store.outbox.lease(wanted())).map(({ id }) => id) as [
      string,
      string,
      string,
      string,
    ];
    await store.outbox.recordOutcomes(
      [
        { id: delivered, outcome: 'delivered', at: at(1) },
        { id: retried, outcome: 'retry', at: at(30), error: 'the receiver is away' },
        { id: parked, outcome: 'parked', error: 'the receiver refuses it' },
        { id: released, outcome: 'released' },
      ],
      at(1),
    );
    const found = Object.fromEntries((await Array.fromAsync(store.outbox.list())).map((delivery) => [delivery.id, delivery]));
    expect(found[delivered]).toMatchObject({ state: 'delivered', attempts: 1, deliveredAt: at(1).toISOString(), lastError: null });
    expect(found[retried]).toMatchObject({
      state: 'due',
      attempts: 1,
      nextAttemptAt: at(30).toISOString(),
      lastError: 'the receiver is away',
    });
    expect(found[parked]).toMatchObject({ state: 'parked', attempts: 1, lastError: 'the receiver refuses it' });
    expect(found[released]).toMatchObject({ state: 'due', attempts: 0 });
    expect((await store.outbox.lease(wanted({ now: at(2) }))).map(({ id }) => id)).toEqual([released]);
    expect((await store.outbox.lease(wanted({ now: at(30) }))).map(({ id }) => id)).toEqual([retried]);
    // The outcome of a worker whose lease has expired changes nothing.
    await store.outbox.recordOutcomes([{ id: delivered, outcome: 'retry', at: at(40), error: 'too late' }], at(31));
    expect(await Array.fromAsync(store.outbox.list({ state: 'delivered' }))).toMatchObject([{ id: delivered, lastError: null }]);
  });

  it('lists deliveries by state, channel and submission, newest first, and counts the undelivered ones', async () => {
    await using temporary = await temporaryStore(engine);
    const { store } = temporary;
    await enqueue(store, 2);
    const { id } = await store.submissions.record({
      ...recording({}, { receivedAt: at(5) }),
      deliveries: [{ channel: 'mail', kind: 'waitlist' }],
    });
    expect(await Array.fromAsync(store.outbox.list({ submissionId: id }))).toMatchObject([
      { channel: 'mail', kind: 'waitlist', submissionId: id },
    ]);
    expect((await Array.fromAsync(store.outbox.list())).map(({ channel }) => channel)).toEqual(['mail', 'relay', 'relay']);
    expect(await Array.fromAsync(store.outbox.list({ channel: 'relay', limit: 1 }))).toHaveLength(1);
    expect(await Array.fromAsync(store.outbox.list({ state: 'parked' }))).toEqual([]);
    expect(await Promise.all((['due', 'delivered', undefined] as const).map((state) => store.outbox.count(state)))).toEqual([3, 0, 3]);
    const counts = (await store.outbox.countUndelivered()).toSorted((one, other) => one.channel.localeCompare(other.channel));
    expect(counts).toEqual([
      { channel: 'mail', state: 'due', count: 1, oldest: at(5).toISOString() },
      { channel: 'relay', state: 'due', count: 2, oldest: at(0).toISOString() },
    ]);
  });

  it('retries parked deliveries, the given ones or all of them', async () => {
    await using temporary = await temporaryStore(engine);
    const { store } = temporary;
    await enqueue(store, 3);
    const ids = (await store.outbox.lease(wanted())).map(({ id }) => id);
    await store.outbox.recordOutcomes(
      ids.map((id) => ({ id, outcome: 'parked', error: 'refused' })),
      at(1),
    );
    expect(await store.outbox.lease(wanted({ now: at(9999) }))).toEqual([]);
    expect(await store.outbox.retry([], at(70))).toBe(0);
    expect(await store.outbox.retry([ids[0] as string, 'none of this id'], at(70))).toBe(1);
    expect(await store.outbox.lease(wanted({ now: at(70) }))).toMatchObject([
      { id: ids[0], attempts: 1, tryingSince: at(70).toISOString() },
    ]);
    // It is leased, and then waits an hour for another attempt.
    expect(await store.outbox.retry([ids[0] as string], at(71))).toBe(0);
    await store.outbox.recordOutcomes([{ id: ids[0] as string, outcome: 'retry', at: at(3600), error: 'down' }], at(71));
    expect(await store.outbox.retry([ids[0] as string], at(72))).toBe(1);
    expect(await store.outbox.lease(wanted({ now: at(72) }))).toMatchObject([{ id: ids[0] }]);
    await store.outbox.recordOutcomes([{ id: ids[0] as string, outcome: 'retry', at: at(3600), error: 'down' }], at(72));
    // Two are parked, and one waits again.
    expect(await store.outbox.retry(undefined, at(80))).toBe(3);
    expect(await store.outbox.lease(wanted({ now: at(80) }))).toHaveLength(3);
  });

  it('has another change token after each change that the desk shows', async () => {
    await using temporary = await temporaryStore(engine);
    const { outbox, database } = temporary.store;
    const token = async () => (await database.readChangeToken()).deliveries;
    const lease = async () => (await outbox.lease(wanted({ limit: 1, now: at(61) })))[0]!;
    const steps: (() => Promise<unknown>)[] = [
      () => enqueue(temporary.store, 2),
      async () => outbox.recordOutcomes([{ id: (await lease()).id, outcome: 'retry', at: at(90), error: 'down' }], at(60)),
      async () => outbox.recordOutcomes([{ id: (await lease()).id, outcome: 'parked', error: 'no' }], at(60)),
      () => outbox.retry(undefined, at(61)),
      async () => {
        const { id } = await lease();
        await outbox.recordOutcomes([{ id, outcome: 'delivered', at: at(62) }], at(62));
        await outbox.enqueueOnce('one', { channel: 'mail', kind: 'provider-refused' }, at(62));
      },
      async () => {
        const [delivered] = await Array.fromAsync(outbox.list({ state: 'delivered' }));
        const cursor = { deliveredAt: at(62).toISOString(), deliveryId: delivered!.id };
        await outbox.recordReadBack([{ ...cursor, problem: 'no contact' }], { cursor, now: at(62), resumeAt: at(63) });
      },
      () => eraseRows(temporary.store, '0@example.com', at(63)),
      () => eraseRows(temporary.store, '1@example.com', at(63)),
    ];
    const tokens = [await token()];
    for (const step of steps) {
      await step();
      tokens.push(await token());
    }
    expect(new Set(tokens).size).toBe(steps.length + 1);
  });
});
