import type { Kysely } from 'kysely';
import { hasRow } from '../database/count-rows.ts';
import { emailKey } from '../database/normalize.ts';
import type { Engine } from '../database/engine.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { deliveryColumns } from '../outbox/repository.ts';
import { lockIfStored } from '../database/row-lock.ts';
import { recordDeletion } from '../database/job-runs.ts';
import type { Database, SuppressionReason } from '../database/schema.ts';
import { insertIfNew } from '../database/store-row.ts';
import { submissionColumns, submissionFromRow } from '../forms/submission.ts';
import { erasePersonRows } from './erase-rows.ts';
import { retentionMethods, type RemoveMails } from './retention.ts';

export type People = ReturnType<typeof createPeople>;

/** All stored data about one person. */
export type PersonRecord = Awaited<ReturnType<People['find']>>;

interface PersonToErase {
  email: string;
  /** The id of the address, by which a restore finds the person again. */
  addressId: string;
  /** The webhook, which gets the ids of the erased submissions; undefined if there is none. */
  webhook?: object | undefined;
  removeMails: RemoveMails;
}

/**
 * Returns the repository of all stored data about people. `listRetreatRecords` returns a person's waitlist records, the newest first. Its
 * methods throw StoreUnavailable when the engine fails.
 */
export function createPeople(engine: Engine, listRetreatRecords: (db: Kysely<Database>, emailKey: string) => Promise<object[]>) {
  return {
    ...retentionMethods(engine),
    /** Returns all stored data about one person. */
    find(email: string) {
      const key = emailKey(email);
      return engine.read(async (db) => {
        const rows = await db.selectFrom('submissions').select(submissionColumns).where('email_key', '=', key).orderBy('number').execute();
        const submissionIds = db.selectFrom('submissions').select('id').where('email_key', '=', key);
        const [retreat = null, ...earlierRetreats] = await listRetreatRecords(db, key);
        return {
          email,
          submissions: rows.map(submissionFromRow),
          deliveries: await db
            .selectFrom('deliveries')
            .select(deliveryColumns)
            .where('submission_id', 'in', submissionIds)
            .orderBy('created_at')
            .execute(),
          /** Why no emails, or no reminders, are sent to the address, and since when. */
          suppressions: await db.selectFrom('suppressions').select(['reason', 'since']).where('email_key', '=', key).execute(),
          /** The letters to the person, with their subjects as the organizer wrote them. */
          letters: await db
            .selectFrom('letter_recipients')
            .innerJoin('letters', 'letters.id', 'letter_recipients.letter_id')
            .select(['subject', 'letter_recipients.sent_at as sentAt'])
            .where('email_key', '=', key)
            .orderBy('letter_recipients.sent_at')
            .execute(),
          /** When the person joined a workshop, or who recorded it and when, by the submission that registered for it. */
          attendance: await db
            .selectFrom('attendance')
            .select(['submission_id as submissionId', 'joined_at as joinedAt', 'actor', 'actor_name as name'])
            .where('submission_id', 'in', submissionIds)
            .execute(),
          /** Who removed attendance that was recorded by hand, and when. */
          attendanceRemovals: await db
            .selectFrom('attendance_removals')
            .select(['submission_id as submissionId', 'removed_at as removedAt', 'actor_name as name'])
            .where('submission_id', 'in', submissionIds)
            .execute(),
          /** The person's answers to the question after a workshop. */
          feedback: await db
            .selectFrom('feedback')
            .select(['submission_id as submissionId', 'question', 'answer', 'answered_at as answeredAt'])
            .where('submission_id', 'in', submissionIds)
            .execute(),
          /** The record of the entry on the newest waitlist; null if there is none. */
          retreat,
          /** The records of the entries on earlier waitlists, the newest first. */
          earlierRetreats,
        };
      });
    },

    /**
     * Deletes a person from every table. A restore of an earlier copy erases the person again. Call `purge` afterwards. Returns the number
     * of submissions.
     */
    erase({ email, addressId, webhook, removeMails }: PersonToErase, now: Date): Promise<{ submissions: number }> {
      const key = emailKey(email);
      return engine.transact(async (db) => {
        const { ids, deliveries } = await erasePersonRows(engine, db, key);
        await insertIfNew(db, 'erasures', { address_id: addressId, erased_at: now.toISOString() });
        const event = { channel: 'webhook', kind: 'person.erased', payload: { submissions: ids } } as const;
        if (webhook && ids.length > 0) await enqueue(db, [event], { submissionId: null, now });
        await recordDeletion(db, now);
        await removeMails(deliveries);
        return { submissions: ids.length };
      });
    },

    /**
     * Records that an address gets no more emails, since the email of a delivery reached nobody there, or no more reminders, which is what
     * the founder of a submission asked for. Returns false if the delivery or the submission was erased since it was read.
     */
    suppress(email: string, reason: SuppressionReason, causeId: string, now: Date): Promise<boolean> {
      return engine.transact(async (db) => {
        if (!(await lockIfStored(db, tablesOfCauses[reason], causeId))) return false;
        await insertIfNew(db, 'suppressions', { email_key: emailKey(email), reason, since: now.toISOString() });
        return true;
      });
    },

    /** Deletes the record that an address gets no more emails, or no more reminders. */
    async endSuppression(email: string, reason: SuppressionReason): Promise<void> {
      await engine.transact((db) =>
        db.deleteFrom('suppressions').where('email_key', '=', emailKey(email)).where('reason', '=', reason).execute(),
      );
    },

    /** Returns whether an address is suppressed for this reason. */
    isSuppressed(email: string, reason: SuppressionReason): Promise<boolean> {
      return engine.read((db) =>
        hasRow(db.selectFrom('suppressions').select('since').where('email_key', '=', emailKey(email)).where('reason', '=', reason)),
      );
    },
  };
}

const tablesOfCauses = { bounced: 'deliveries', reminders: 'submissions' } as const satisfies Record<SuppressionReason, string>;
