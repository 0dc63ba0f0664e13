import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Engine } from '../database/engine.ts';
import type { Database } from '../database/schema.ts';

export function retryMethods(engine: Engine) {
  return {
    /**
     * Makes deliveries due now that are parked or wait for another attempt after a failure: those with these ids, or all. A parked one gets
     * a new day of attempts, and the bounce suppression of its recipient is lifted. Returns the number of deliveries.
     */
    retry(ids: string[] | undefined, now: Date): Promise<number> {
      if (ids?.length === 0) return Promise.resolve(0);
      return engine.transact(async (db) => {
        await liftBounces(db, ids);
        return (await retryParked(db, ids, now)) + (await retryWaiting(db, ids, now));
      });
    },
  };
}

async function liftBounces(db: Transaction<Database>, ids: string[] | undefined): Promise<void> {
  const bounced = db
    .selectFrom('deliveries')
    .innerJoin('submissions', 'submissions.id', 'deliveries.submission_id')
    .select('submissions.email_key')
    .where('deliveries.channel', '=', 'mail')
    .where('deliveries.state', '=', 'parked')
    .$if(ids !== undefined, (query) => query.where('deliveries.id', 'in', ids!));
  await db.deleteFrom('suppressions').where('reason', '=', 'bounced').where('email_key', 'in', bounced).execute();
}

async function retryParked(db: Transaction<Database>, ids: string[] | undefined, now: Date): Promise<number> {
  const instant = now.toISOString();
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set({ state: 'due', attempts: 0, next_attempt_at: instant, trying_since: instant, failing_since: null, leased_until: null })
    .where('state', '=', 'parked')
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids!))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Changes only when the next attempt is made. `failing_since` stays, because a manual retry is no success of the channel. */
async function retryWaiting(db: Transaction<Database>, ids: string[] | undefined, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set({ next_attempt_at: now.toISOString() })
    .where(sql<boolean>`state = 'due'`)
    .where('failing_since', 'is not', null)
    .where('next_attempt_at', '>', now.toISOString())
    .where('leased_until', 'is', null)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids!))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
