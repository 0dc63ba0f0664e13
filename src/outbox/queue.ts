import type { ExpressionBuilder, Transaction } from 'kysely';
import type { Engine } from '../database/engine.ts';
import type { Database } from '../database/schema.ts';
import { isDue } from '../database/undelivered.ts';
import { wrongClockMs } from '../durations.ts';
import { submissionColumns, submissionFromRow, type Submission } from '../forms/submission.ts';
import { maxWaitMs } from './retry-policy.ts';
import type { Message } from './channel.ts';
import { lockSlots, takeSlots, type Spacing } from './slots.ts';

export interface LeaseRequest extends Spacing {
  limit: number;
  /** After this time another worker may lease the same deliveries. */
  leaseMs: number;
}

/** A delivery that belongs to one worker until its lease ends. */
export interface LeasedDelivery extends Message {
  /** Counts the attempt of this lease as well. */
  attempts: number;
  /** When the first attempt was made, or the first one since the organizer retried it, or when its channel was last opened again. */
  tryingSince: string;
  notBefore: Date;
}

/** The outcome of a lease. `released`: no attempt was made, or its failure says nothing about this delivery, so that it does not count. */
export type Outcome =
  | { id: string; outcome: 'delivered'; at: Date; reason?: string }
  | { id: string; outcome: 'retry'; at: Date; error: string }
  | { id: string; outcome: 'parked'; error: string }
  | { id: string; outcome: 'released'; error?: string };

export function queueMethods(engine: Engine) {
  return {
    /**
     * Leases the deliveries that have been due longest, and returns them in the order in which they were enqueued. No two workers get the
     * same delivery; rows that another worker is leasing are skipped, not waited for.
     */
    lease(request: LeaseRequest): Promise<LeasedDelivery[]> {
      return engine.transact(async (db) => {
        const { firstMs, count } = await lockSlots(db, request);
        const rows = await leaseRows(db, { ...request, limit: Math.min(request.limit, count) });
        await takeSlots(db, request, { firstMs, count: rows.length });
        const submissions = await listSubmissions(
          db,
          rows.flatMap(({ submission_id }) => submission_id ?? []),
        );
        return rows
          .toSorted((a, b) => (a.id < b.id ? -1 : 1))
          .map((row, index) => ({
            id: row.id,
            kind: row.kind,
            payload: JSON.parse(row.payload) as Record<string, unknown>,
            submission: submissions.get(row.submission_id ?? ''),
            attempts: row.attempts,
            tryingSince: row.trying_since,
            createdAt: row.created_at,
            notBefore: new Date(firstMs + index * request.spacingMs),
          }));
      });
    },

    /**
     * Records the outcomes of leased deliveries in one transaction. It changes only deliveries that are still due: a delivered delivery
     * stays delivered, even if another worker leased it in the meantime.
     */
    recordOutcomes(outcomes: Outcome[], now: Date): Promise<void> {
      return engine.transact(async (db) => {
        for (const outcome of outcomes)
          await db
            .updateTable('deliveries')
            .set((row) => ({ leased_until: null, ...columnsAfter(outcome, row, now) }))
            .where('id', '=', outcome.id)
            .where('state', '=', 'due')
            .execute();
      });
    },
  };
}

function columnsAfter(outcome: Outcome, row: ExpressionBuilder<Database, 'deliveries'>, now: Date) {
  const failure = (error: string) => ({
    last_error: error,
    failing_since: row.fn.coalesce('failing_since', row.val(now.toISOString())),
  });
  switch (outcome.outcome) {
    case 'delivered':
      return {
        state: 'delivered' as const,
        delivered_at: outcome.at.toISOString(),
        failing_since: null,
        last_error: outcome.reason ?? null,
      };
    case 'retry':
      return { next_attempt_at: outcome.at.toISOString(), ...failure(outcome.error) };
    case 'parked':
      return { state: 'parked' as const, ...failure(outcome.error) };
    case 'released':
      return { attempts: row('attempts', '-', 1), ...(outcome.error !== undefined && failure(outcome.error)) };
  }
}

/** Leases the deliveries that have been due longest, up to the limit, and returns their rows in any order. */
async function leaseRows(db: Transaction<Database>, request: LeaseRequest) {
  if (request.limit === 0) return [];
  const { now, leaseMs } = request;
  const instant = now.toISOString();
  // A separate statement: as a subquery of the next one PostgreSQL may run it more than once, and lease more than the limit.
  const ids = await lockDue(db, request);
  if (ids.length === 0) return [];
  const wrongAfter = wrongTimeAfter(now);
  return db
    .updateTable('deliveries')
    .set((row) => ({
      leased_until: new Date(now.getTime() + leaseMs).toISOString(),
      attempts: row('attempts', '+', 1),
      // A delivery that was due while no worker ran, or while its channel was closed, gets a full day of attempts. So does one whose first
      // attempt was made by a clock that was ahead: it would otherwise be given up only a day after that time.
      trying_since: row
        .case()
        .when(row.or([row('attempts', '=', 0), row('trying_since', '>', wrongAfter)]))
        .then(instant)
        .else(row.ref('trying_since'))
        .end(),
      failing_since: row.case().when('failing_since', '>', wrongAfter).then(instant).else(row.ref('failing_since')).end(),
    }))
    .where('id', 'in', ids)
    .returning(['id', 'submission_id', 'kind', 'payload', 'attempts', 'trying_since', 'created_at'])
    .execute();
}

/** Locks the deliveries that have been due longest and that no lease covers now, up to the limit. Returns their ids. */
async function lockDue(db: Transaction<Database>, { channel, limit, now, leaseMs }: LeaseRequest): Promise<string[]> {
  const instant = now.toISOString();
  const unleased = db
    .selectFrom('deliveries')
    .select('id')
    .where(isDue)
    .where('channel', '=', channel)
    .where(({ eb, or }) =>
      or([eb('leased_until', 'is', null), eb('leased_until', '<=', instant), eb('leased_until', '>', wrongTimeAfter(now, leaseMs))]),
    )
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  let due = await unleased.where('next_attempt_at', '<=', instant).execute();
  // No delivery waits for so long, or was created later than now: a clock that was ahead, and has been corrected since, set these times.
  if (due.length === 0)
    due = await unleased
      .where('next_attempt_at', '>', wrongTimeAfter(now))
      .where(({ eb, or }) => or([eb('next_attempt_at', '>', wrongTimeAfter(now, maxWaitMs)), eb('created_at', '>', wrongTimeAfter(now))]))
      .execute();
  return due.map(({ id }) => id);
}

/** Returns the instant after which a stored time must be from a clock that was ahead, if it is set at most `aheadMs` ahead. */
const wrongTimeAfter = (now: Date, aheadMs = 0): string => new Date(now.getTime() + aheadMs + wrongClockMs).toISOString();

async function listSubmissions(db: Transaction<Database>, ids: string[]): Promise<Map<string, Submission>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('submissions').select(submissionColumns).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, submissionFromRow(row)]));
}
