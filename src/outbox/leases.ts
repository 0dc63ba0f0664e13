import type { Expression, ExpressionBuilder, SqlBool, Transaction } from 'kysely';
import { hourMs } from '../durations.ts';
import { locksRows, type Engine } from '../database/engine.ts';
import { existsLocked } from '../database/row-lock.ts';
import type { Database } from '../database/schema.ts';
import { isDue } from '../database/undelivered.ts';
import { submissionColumns, submissionFromRow, type Submission } from '../forms/submission.ts';
import { maxWaitMs } from './backoff.ts';

export interface LeaseRequest {
  channel: string;
  limit: number;
  now: Date;
  /** After this time another worker may lease the same deliveries. */
  leaseMs: number;
  /** The least time between two attempts of this channel, over all workers; 0 for none. */
  spacingMs: number;
}

/** A delivery that belongs to one worker until its lease ends. */
export interface LeasedDelivery {
  id: string;
  kind: string;
  payload: Record<string, unknown>;
  /** Undefined if the delivery belongs to no submission, or its submission is erased. */
  submission: Submission | undefined;
  /** Counts the attempt of this lease as well. */
  attempts: number;
  /** When the first attempt was made, or the first one since the organizer retried it, or when its channel was last opened again. */
  tryingSince: string;
  /** When the delivery was enqueued. */
  createdAt: string;
  /** When the attempt may be made. */
  notBefore: Date;
}

/** The outcome of a lease. `released`: no attempt was made, or its failure says nothing about this delivery, so that it does not count. */
export type Outcome =
  | { id: string; outcome: 'delivered'; at: Date; reason?: string }
  | { id: string; outcome: 'retry'; at: Date; error: string }
  | { id: string; outcome: 'parked'; error: string }
  | { id: string; outcome: 'released'; error?: string };

/** How far ahead a worker reserves slots: no further than it is sure to be alive. */
const slotHorizonMs = 1000;

/**
 * A time that is further ahead than it can be, and by more than this, is from a clock that was ahead and has been corrected. The clocks of
 * two workers differ by far less.
 */
const wrongClockMs = hourMs;

export function leaseMethods(engine: Engine) {
  return {
    /**
     * Leases the deliveries that have been due longest, and returns them in the order in which they were enqueued. No two workers get the
     * same delivery; rows that another worker is leasing are skipped, not waited for.
     */
    lease(request: LeaseRequest): Promise<LeasedDelivery[]> {
      const { channel, limit, spacingMs } = request;
      const now = request.now.getTime();
      return engine.transact(async (db) => {
        const first = spacingMs > 0 ? Math.max(now, await freeSlot(engine, db, request)) : now;
        const slots = spacingMs > 0 ? Math.max(0, Math.ceil((now + slotHorizonMs - first) / spacingMs)) : limit;
        const rows = await leaseRows(engine, db, { ...request, limit: Math.min(limit, slots) });
        if (rows.length > 0 && spacingMs > 0) await moveSlot(db, channel, first + rows.length * spacingMs);
        const submissions = await submissionsOf(
          db,
          rows.flatMap(({ submission_id }) => submission_id ?? []),
        );
        return rows
          .toSorted((one, other) => (one.id < other.id ? -1 : 1))
          .map((row, index) => ({
            id: row.id,
            kind: row.kind,
            payload: JSON.parse(row.payload) as Record<string, unknown>,
            submission: submissions.get(row.submission_id ?? ''),
            attempts: row.attempts,
            tryingSince: row.trying_since,
            createdAt: row.created_at,
            notBefore: new Date(first + index * spacingMs),
          }));
      });
    },

    /**
     * Runs work unless the delivery is erased, and keeps it from being erased until the work has ended. Returns whether the work ran. The
     * engine may run it twice.
     */
    ifStored(id: string, work: () => Promise<void>): Promise<boolean> {
      return engine.transact(async (db) => {
        const isStored = await existsLocked(engine, db, 'deliveries', id);
        if (isStored) await work();
        return isStored;
      });
    },

    /**
     * Records the outcomes of leased deliveries in one transaction. It changes only deliveries that are still due: a delivered delivery
     * stays delivered, even if another worker leased it in the meantime.
     */
    recordOutcomes(outcomes: Outcome[], now: Date): Promise<void> {
      return engine.transact(async (db) => {
        for (const outcome of outcomes) {
          const failed = 'error' in outcome && outcome.error !== undefined;
          await db
            .updateTable('deliveries')
            .set((expression) => ({
              leased_until: null,
              ...(outcome.outcome === 'delivered' && {
                state: 'delivered' as const,
                delivered_at: outcome.at.toISOString(),
                failing_since: null,
                last_error: outcome.reason ?? null,
              }),
              ...(outcome.outcome === 'retry' && { next_attempt_at: outcome.at.toISOString(), last_error: outcome.error }),
              ...(outcome.outcome === 'parked' && { state: 'parked' as const, last_error: outcome.error }),
              ...(failed && { failing_since: expression.fn.coalesce('failing_since', expression.val(now.toISOString())) }),
              ...(outcome.outcome === 'released' && {
                attempts: expression('attempts', '-', 1),
                ...(outcome.error && { last_error: outcome.error }),
              }),
            }))
            .where('id', '=', outcome.id)
            .where('state', '=', 'due')
            .execute();
        }
      });
    },

    /** Makes the deliveries of a channel that wait after a failed attempt due now: all of them, or those that are due next. */
    endBackoff(channel: string, now: Date, limit?: number): Promise<void> {
      const instant = now.toISOString();
      return engine.transact(async (db) => {
        let waiting = db
          .selectFrom('deliveries')
          .select('id')
          .where(isDue)
          .where('channel', '=', channel)
          .where('next_attempt_at', '>', instant)
          .where('attempts', '>', 0)
          .where('leased_until', 'is', null)
          .orderBy('next_attempt_at');
        if (limit !== undefined) waiting = waiting.limit(limit);
        await db.updateTable('deliveries').set({ next_attempt_at: instant }).where('id', 'in', waiting).where(isDue).execute();
      });
    },
  };
}

async function leaseRows(engine: Engine, db: Transaction<Database>, { channel, limit, now, leaseMs }: LeaseRequest) {
  if (limit === 0) return [];
  const instant = now.toISOString();
  const afterLeases = new Date(now.getTime() + leaseMs + wrongClockMs).toISOString();
  const afterWaits = new Date(now.getTime() + maxWaitMs + wrongClockMs).toISOString();
  const free = (isWanted: (row: ExpressionBuilder<Database, 'deliveries'>) => Expression<SqlBool>) =>
    db
      .selectFrom('deliveries')
      .select('id')
      .where(isDue)
      .where('channel', '=', channel)
      .where(isWanted)
      .where((row) => row.or([row('leased_until', 'is', null), row('leased_until', '<=', instant), row('leased_until', '>', afterLeases)]))
      .orderBy('next_attempt_at')
      .orderBy('id')
      .limit(limit)
      .$if(locksRows(engine), (query) => query.forUpdate().skipLocked())
      .execute();
  // A separate statement: as a subquery of the next one PostgreSQL may run it more than once, and lease more than the limit.
  let due = await free((row) => row('next_attempt_at', '<=', instant));
  // No delivery waits for so long: these got their time from a clock that was ahead, and has been corrected since.
  if (due.length === 0) due = await free((row) => row('next_attempt_at', '>', afterWaits));
  if (due.length === 0) return [];
  return db
    .updateTable('deliveries')
    .set((expression) => ({
      leased_until: new Date(now.getTime() + leaseMs).toISOString(),
      attempts: expression('attempts', '+', 1),
      // Not since it was due: a delivery that waited while no worker ran, or while the channel was closed, gets a full day of attempts.
      trying_since: expression.case().when('attempts', '=', 0).then(instant).else(expression.ref('trying_since')).end(),
    }))
    .where(
      'id',
      'in',
      due.map(({ id }) => id),
    )
    .returning(['id', 'submission_id', 'kind', 'payload', 'attempts', 'trying_since', 'created_at'])
    .execute();
}

/** Returns when the channel may make its next attempt. The row stays locked, so that no two workers take the same slot. */
async function freeSlot(engine: Engine, db: Transaction<Database>, { channel, now, spacingMs }: LeaseRequest): Promise<number> {
  await db
    .insertInto('channel_slots')
    .values({ channel, free_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('channel').doNothing())
    .execute();
  const { free_at } = await db
    .selectFrom('channel_slots')
    .select('free_at')
    .where('channel', '=', channel)
    .$if(locksRows(engine), (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
  const freeAt = Date.parse(free_at);
  // Further ahead than any worker reserves: the clock was ahead then, and the channel must not wait until that time comes again.
  return freeAt > now.getTime() + slotHorizonMs + spacingMs + wrongClockMs ? now.getTime() : freeAt;
}

async function moveSlot(db: Transaction<Database>, channel: string, free: number): Promise<void> {
  await db
    .updateTable('channel_slots')
    .set({ free_at: new Date(free).toISOString() })
    .where('channel', '=', channel)
    .execute();
}

async function submissionsOf(db: Transaction<Database>, ids: string[]): Promise<Map<string, Submission>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('submissions').select(submissionColumns).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, submissionFromRow(row)]));
}
