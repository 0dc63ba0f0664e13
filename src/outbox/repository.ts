import type { Selection, Transaction } from 'kysely';
import { closedChannelMethods } from './closed-channels.ts';
import { keepDigestPeople, listDigestPeople, type DigestPeople } from './digest-people.ts';
import { driftMethods } from './drift.ts';
import { failureMethods } from './failures.ts';
import { enqueue, type NewDelivery } from './enqueue.ts';
import { queueMethods } from './queue.ts';
import { retryMethods } from './early-retries.ts';
import { claimKey, isClaimed } from '../database/claims.ts';
import { countRows } from '../database/count-rows.ts';
import { rowsPerFetch, type Engine } from '../database/engine.ts';
import { lockIfStored, lockStored } from '../database/row-lock.ts';
import type { Database, DeliveryState } from '../database/schema.ts';
import { isUndelivered } from '../database/undelivered.ts';

/** A delivery as the organizer sees it. Instants are ISO 8601 in UTC. */
export type Delivery = Selection<Database, 'deliveries', (typeof deliveryColumns)[number]>;

export interface DeliveryFilter {
  state?: DeliveryState | undefined;
  channel?: string | undefined;
  submissionId?: string | undefined;
  limit?: number | undefined;
}

export type OutboxRepository = ReturnType<typeof createOutboxRepository>;

/** Returns the repository of the transactional outbox. Its methods throw StoreUnavailable when the engine fails. */
export function createOutboxRepository(engine: Engine) {
  return {
    ...queueMethods(engine),
    ...closedChannelMethods(engine),
    ...failureMethods(engine),
    ...driftMethods(engine),
    ...retryMethods(engine),
    /**
     * Enqueues a delivery that belongs to no submission, once per key. A digest leaves out the founders who were erased since they were
     * read. Returns whether this was the first time.
     */
    enqueueOnce(key: string, delivery: NewDelivery, now: Date): Promise<boolean> {
      return engine.transact(async (db) => {
        if (!(await claimKey(db, key, now))) return false;
        const payload = await withoutErased(db, delivery.payload);
        await enqueue(db, [{ ...delivery, payload }], { submissionId: null, now });
        return true;
      });
    },

    /** Returns whether `enqueueOnce` has enqueued a delivery with this key. */
    wasEnqueued: (key: string): Promise<boolean> => engine.read((db) => isClaimed(db, key)),

    /**
     * Runs work unless the delivery is erased, and keeps it from being erased until the work has ended. Returns whether the work ran. The
     * engine may run it twice.
     */
    runIfStored(id: string, work: () => Promise<void>): Promise<boolean> {
      return engine.transact(async (db) => {
        const isStored = await lockIfStored(db, 'deliveries', id);
        if (isStored) await work();
        return isStored;
      });
    },

    /** Yields deliveries, newest first, as of the first read: one statement, streamed row by row. */
    list({ state, channel, submissionId, limit }: DeliveryFilter = {}): AsyncGenerator<Delivery> {
      return engine.stream((db) => {
        let query = db.selectFrom('deliveries').select(deliveryColumns).orderBy('created_at', 'desc').orderBy('id', 'desc');
        if (state !== undefined) query = query.where('state', '=', state);
        // Implied by the state, but only these words let SQLite use the partial index.
        if (isUndeliveredState(state)) query = query.where(isUndelivered);
        if (channel !== undefined) query = query.where('channel', '=', channel);
        if (submissionId !== undefined) query = query.where('submission_id', '=', submissionId);
        if (limit !== undefined) query = query.limit(limit);
        return query.stream(rowsPerFetch);
      });
    },

    /** Counts deliveries, of one state or of all. */
    count(state?: DeliveryState): Promise<number> {
      return engine.read(async (db) => {
        const all = db.selectFrom('deliveries');
        const undelivered = all.where(isUndelivered);
        if (isUndeliveredState(state)) return countRows(undelivered.where('state', '=', state));
        // Both are counted in an index, but no index has the delivered ones alone.
        return state === undefined ? countRows(all) : (await countRows(all)) - (await countRows(undelivered));
      });
    },

    /** Counts undelivered deliveries by channel and state. `oldest` is when the first of each was enqueued: ISO 8601, UTC. */
    countUndelivered() {
      return engine.read(async (db) => {
        const rows = await db
          .selectFrom('deliveries')
          .select((expression) => ['channel', 'state', expression.fn.countAll().as('count'), expression.fn.min('created_at').as('oldest')])
          .where(isUndelivered)
          .groupBy(['channel', 'state'])
          .execute();
        return rows.map(({ channel, state, count, oldest }) => ({ channel, state, count: Number(count), oldest: String(oldest) }));
      });
    },
  };
}

/** Returns a payload without the founders who are no longer stored, if it is that of a digest. */
async function withoutErased(db: Transaction<Database>, payload: DigestPeople = {}): Promise<Record<string, unknown>> {
  const stored = await lockStored(db, 'submissions', listDigestPeople(payload), ({ id }) => id);
  const ids = new Set(stored.map(({ id }) => id));
  return keepDigestPeople(payload, (id) => ids.has(id));
}

const isUndeliveredState = (state?: DeliveryState) => state === 'due' || state === 'parked';

/** The columns of a `Delivery`: not the payload, which may be long. */
export const deliveryColumns = [
  'id',
  'submission_id as submissionId',
  'channel',
  'kind',
  'state',
  'attempts',
  'next_attempt_at as nextAttemptAt',
  'last_error as lastError',
  'failing_since as failingSince',
  'created_at as createdAt',
  'delivered_at as deliveredAt',
] as const;
