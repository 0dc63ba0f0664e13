import { sql, type Kysely } from 'kysely';
import { endCooldowns, startCooldown } from '../database/cooldowns.ts';
import type { Engine } from '../database/engine.ts';
import type { Database } from '../database/schema.ts';
import { lockStored } from '../database/row-lock.ts';
import { upsert } from '../database/store-row.ts';
import { fullName } from '../forms/person.ts';
import { submissionColumns, submissionFromRow, type Submission } from '../forms/submission.ts';
import { maxWaitMs } from './retry-policy.ts';
import { enqueueForEach } from './enqueue.ts';

/** A delivery with data that is missing at the receiver. */
export interface Drift {
  name: string;
  /** The missing data, in words. */
  problem: string;
}

export interface DriftCount {
  problem: string;
  count: number;
}

/** The progress of the read-back: the last delivery that was compared. */
export interface ReadBackCursor {
  deliveredAt: string;
  deliveryId: string;
}

export interface DeliveredSubmission extends ReadBackCursor {
  submission: Submission;
}

/** A compared delivery, and the data that is missing at the receiver. */
export interface Compared extends ReadBackCursor {
  problem: string | undefined;
}

/** The only channel whose receiver can be read back. */
const channel = 'keap-api';

const cooldown = `read back ${channel}`;

/** Selects deliveries with their submissions. Superseded answers are left out, because the newer answers replaced them at the receiver. */
const currentDeliveries = (db: Kysely<Database>) =>
  db
    .selectFrom('deliveries')
    .innerJoin('submissions', 'submissions.id', 'deliveries.submission_id')
    .where('submissions.superseded_by', 'is', null);

/** Selects the deliveries with data that is missing at the receiver. */
const driftedDeliveries = (db: Kysely<Database>) => currentDeliveries(db).where('deliveries.drift', 'is not', null);

export function driftMethods(engine: Engine) {
  return {
    /** Returns the last delivery that was compared; undefined before the first. */
    findReadBackCursor(): Promise<ReadBackCursor | undefined> {
      return engine.read((db) =>
        db
          .selectFrom('read_backs')
          .select(['delivered_at as deliveredAt', 'delivery_id as deliveryId'])
          .where('channel', '=', channel)
          .executeTakeFirst(),
      );
    },

    /**
     * Takes the next part of a read-back for this instance alone. Returns false if another one has it, or the receiver asked for a pause.
     */
    claimReadBack(now: Date, until: Date): Promise<boolean> {
      // The cooldown can also be a pause for which the receiver asked, which is longer than a claim.
      const longestUntil = new Date(now.getTime() + maxWaitMs);
      return engine.transact((db) => startCooldown(db, cooldown, { now, until, longestUntil }));
    },

    /** Returns the next deliveries to the provider's API to compare, up to an instant, in the order in which they arrived. */
    listDeliveredAfter({ deliveredAt, deliveryId }: ReadBackCursor, until: string, limit: number): Promise<DeliveredSubmission[]> {
      return engine.read(async (db) => {
        const rows = await currentDeliveries(db)
          .select(submissionColumns)
          .select(['deliveries.id as delivery_id', 'deliveries.delivered_at'])
          // A literal and no parameter: only then does SQLite use the partial index (sqlite.org/partialindex.html, 2).
          .where(sql<boolean>`deliveries.channel = ${sql.lit(channel)}`)
          .where('deliveries.delivered_at', '<=', until)
          .where(({ eb, refTuple, tuple }) => eb(refTuple('deliveries.delivered_at', 'deliveries.id'), '>', tuple(deliveredAt, deliveryId)))
          .orderBy('deliveries.delivered_at')
          .orderBy('deliveries.id')
          .limit(limit)
          .execute();
        return rows.map((row) => ({
          deliveredAt: row.delivered_at ?? '',
          deliveryId: row.delivery_id,
          submission: submissionFromRow(row),
        }));
      });
    },

    /** Records the compared deliveries, and where and when the read-back continues. */
    recordReadBack(
      compared: Compared[],
      { cursor: { deliveredAt, deliveryId }, now, resumeAt }: { cursor: ReadBackCursor; now: Date; resumeAt: Date },
    ): Promise<void> {
      const position = { delivered_at: deliveredAt, delivery_id: deliveryId };
      return engine.transact(async (db) => {
        for (const { deliveryId: id, problem } of compared)
          if (problem) await db.updateTable('deliveries').set({ drift: problem }).where('id', '=', id).execute();
        await upsert(db, 'read_backs', { channel }, position);
        await endCooldowns(db, [cooldown]);
        if (resumeAt > now) await startCooldown(db, cooldown, { now, until: resumeAt });
      });
    },

    /** Returns the data that is missing at the receiver, in words, and how many deliveries lack it. */
    async countDrifted(): Promise<DriftCount[]> {
      const rows = await engine.read((db) =>
        driftedDeliveries(db)
          .select(({ fn }) => ['deliveries.drift as problem', fn.countAll().as('count')])
          .groupBy('deliveries.drift')
          .orderBy(({ fn }) => fn.min('deliveries.id'))
          .execute(),
      );
      return rows.map(({ problem, count }) => ({ problem: problem ?? '', count: Number(count) }));
    },

    /** Returns the deliveries with data that is missing at the receiver, the oldest first. */
    async listDrifted(limit: number): Promise<Drift[]> {
      const rows = await engine.read((db) =>
        driftedDeliveries(db).select(submissionColumns).select('deliveries.drift').orderBy('deliveries.id').limit(limit).execute(),
      );
      return rows.map((row) => ({ name: fullName(submissionFromRow(row).person), problem: row.drift ?? '' }));
    },

    /**
     * Enqueues the deliveries with missing data again, each as a new delivery, because a receiver may ignore a key that it knows. Returns
     * the number of deliveries.
     */
    sendDriftedAgain(now: Date): Promise<number> {
      return engine.transact(async (db) => {
        const rows = await db
          .updateTable('deliveries')
          .set({ drift: null })
          .where('drift', 'is not', null)
          // The newer answers replaced these at the receiver.
          .where('submission_id', 'in', (current) => current.selectFrom('submissions').select('id').where('superseded_by', 'is', null))
          .returning('submission_id')
          .execute();
        const submissionIds = rows.flatMap(({ submission_id }) => submission_id ?? []);
        await enqueueForEach(db, await lockStored(db, 'submissions', submissionIds, (id) => id), { channel, kind: 'submission', now });
        return rows.length;
      });
    },
  };
}
