import type { ExpressionBuilder, Transaction } from 'kysely';
import type { Engine } from '../database/engine.ts';
import type { Database } from '../database/schema.ts';
import { upsert } from '../database/store-row.ts';
import { isDue } from '../database/undelivered.ts';

/** Makes deliveries due before the time of their next attempt: for the organizer, or because their receiver may be back. */
export function retryMethods(engine: Engine) {
  return {
    /**
     * Makes deliveries due now that are parked or wait for another attempt after a failure: those with these ids, or all. A pause of their
     * channels ends. A parked delivery gets a new day of attempts, and the bounce suppression of its recipient is lifted. Returns the number
     * of deliveries.
     */
    retry(ids: string[] | undefined, now: Date): Promise<number> {
      if (ids?.length === 0) return Promise.resolve(0);
      return engine.transact(async (db) => {
        await liftBounces(db, ids);
        const retried = [...(await retryParked(db, ids, now)), ...(await retryWaiting(db, ids, now))];
        // The workers of these channels, which may be other processes, read this and end the pause that each keeps in memory. In one order, so
        // that two simultaneous retries over PostgreSQL do not wait for each other.
        for (const channel of [...new Set(retried.map((each) => each.channel))].toSorted())
          await upsert(db, 'channel_retries', { channel }, { retried_at: now.toISOString() });
        return retried.length;
      });
    },

    /** Returns when an organizer last retried deliveries of a channel; undefined if that never happened. */
    findLastRetry(channel: string): Promise<string | undefined> {
      return engine.read(async (db) => {
        const row = await db.selectFrom('channel_retries').select('retried_at').where('channel', '=', channel).executeTakeFirst();
        return row?.retried_at;
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

/** Selects the deliveries with these ids, or all of them without a list. */
const isOneOf =
  (ids: string[] | undefined) =>
  ({ eb, lit }: ExpressionBuilder<Database, 'deliveries'>) =>
    ids === undefined ? lit(true) : eb('deliveries.id', 'in', ids);

async function liftBounces(db: Transaction<Database>, ids: string[] | undefined): Promise<void> {
  const bounced = db
    .selectFrom('deliveries')
    .innerJoin('submissions', 'submissions.id', 'deliveries.submission_id')
    .select('submissions.email_key')
    .where('deliveries.channel', '=', 'mail')
    .where('deliveries.state', '=', 'parked')
    .where(isOneOf(ids));
  await db.deleteFrom('suppressions').where('reason', '=', 'bounced').where('email_key', 'in', bounced).execute();
}

function retryParked(db: Transaction<Database>, ids: string[] | undefined, now: Date): Promise<{ channel: string }[]> {
  const instant = now.toISOString();
  return db
    .updateTable('deliveries')
    .set({ state: 'due', attempts: 0, next_attempt_at: instant, trying_since: instant, failing_since: null, leased_until: null })
    .where('state', '=', 'parked')
    .where(isOneOf(ids))
    .returning('channel')
    .execute();
}

/**
 * Changes only when the next attempt is made, and never to a later time, because deliveries leave in that order. `failing_since` stays,
 * because a manual retry does not show that the channel works.
 */
function retryWaiting(db: Transaction<Database>, ids: string[] | undefined, now: Date): Promise<{ channel: string }[]> {
  const instant = now.toISOString();
  return db
    .updateTable('deliveries')
    .set(({ case: choose, ref }) => ({
      next_attempt_at: choose().when('next_attempt_at', '>', instant).then(instant).else(ref('next_attempt_at')).end(),
    }))
    .where(isDue)
    .where('failing_since', 'is not', null)
    .where('leased_until', 'is', null)
    .where(isOneOf(ids))
    .returning('channel')
    .execute();
}
