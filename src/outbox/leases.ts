import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { locksRows } from '../database/engine.ts';
import type { Engine } from '../database/engine.ts';
import type { Database } from '../database/schema.ts';
import { submissionColumns, submissionFromRow } from '../forms/submission.ts';
import type { Submission } from '../forms/submission.ts';

/** What a worker asks for. */
export interface Claim {
  channel: string;
  limit: number;
  now: Date;
  /** How long it has them in hand; after that another worker may take them. In milliseconds. */
  lease: number;
  /** The least time between two attempts of this channel, whoever makes them, in milliseconds; 0 for none. */
  spacing: number;
}

/** A delivery that one worker has in hand. `attempts` counts this one. */
export interface Claimed {
  id: string;
  kind: string;
  payload: Record<string, unknown>;
  /** Undefined where it is about none, or the one that it was about is erased. */
  submission: Submission | undefined;
  attempts: number;
  /** When the first attempt was made; the organizer's own retry begins anew. */
  tryingSince: string;
  /** When what it tells of was written down. */
  createdAt: string;
  /** The attempt is to be made then, not before. */
  at: Date;
}

/** How far ahead a worker takes slots: no further than it is sure to be alive. */
const ahead = 1000;

export function leases(engine: Engine) {
  return {
    /** Leases due deliveries in the order in which they are due. No two workers get the same one; rows that another worker is leasing are skipped, not waited for. */
    lease(wanted: Claim): Promise<Claimed[]> {
      return engine.transact(async (db) => {
        const now = wanted.now.getTime();
        const first = wanted.spacing > 0 ? Math.max(now, await freeSlot(engine, db, wanted)) : now;
        const slots = wanted.spacing > 0 ? Math.max(0, Math.ceil((now + ahead - first) / wanted.spacing)) : wanted.limit;
        const rows = await take(engine, db, { ...wanted, limit: Math.min(wanted.limit, slots) });
        if (rows.length > 0 && wanted.spacing > 0) await moveSlot(db, wanted.channel, first + rows.length * wanted.spacing);
        const submissions = await submissionsOf(
          db,
          rows.flatMap(({ submission_id }) => submission_id ?? []),
        );
        return rows
          .toSorted((one, other) => (one.id < other.id ? -1 : 1))
          .map((row, place) => ({
            id: row.id,
            kind: row.kind,
            payload: JSON.parse(row.payload) as Record<string, unknown>,
            submission: submissions.get(row.submission_id ?? ''),
            attempts: row.attempts,
            tryingSince: row.trying_since,
            createdAt: row.created_at,
            at: new Date(first + place * wanted.spacing),
          }));
      });
    },
  };
}

async function take(engine: Engine, db: Transaction<Database>, { channel, limit, now, lease }: Claim) {
  if (limit === 0) return [];
  const instant = now.toISOString();
  // In a statement of its own: as a part of the next one PostgreSQL may run it more than once, and take more than the limit.
  const due = await db
    .selectFrom('deliveries')
    .select('id')
    // Written out: SQLite uses the index of what is due only where the statement itself says so (sqlite.org/partialindex.html, 2).
    .where(sql<boolean>`state = 'due'`)
    .where('channel', '=', channel)
    .where('next_attempt_at', '<=', instant)
    .where((free) => free.or([free('leased_until', 'is', null), free('leased_until', '<=', instant)]))
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(limit)
    .$if(locksRows(engine), (query) => query.forUpdate().skipLocked())
    .execute();
  if (due.length === 0) return [];
  return db
    .updateTable('deliveries')
    .set((expression) => ({
      leased_until: new Date(now.getTime() + lease).toISOString(),
      attempts: expression('attempts', '+', 1),
      // Not since it was due: what waited while no worker ran, or while the channel was closed, gets its whole day of trying.
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

/** When the channel may make its next attempt; the row is locked, so that no two workers take the same slot. */
async function freeSlot(engine: Engine, db: Transaction<Database>, { channel, now }: Claim): Promise<number> {
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
  return Date.parse(free_at);
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
