import type { Kysely, Transaction } from 'kysely';
import { v7 as uuid } from 'uuid';
import { endCooldowns, postCooldowns, statusLinkCooldown } from '../database/cooldowns.ts';
import { emailKey } from '../database/normalize.ts';
import { locksRows, type Engine } from '../database/engine.ts';
import { enqueue, type NewDelivery } from '../outbox/queue.ts';
import { deliveryColumns } from '../outbox/repository.ts';
import { existsLocked } from '../database/row-lock.ts';
import { inParts } from '../database/in-parts.ts';
import { recordDeletion } from '../database/job-runs.ts';
import { entryTables, submissionTables } from '../database/tables.ts';
import type { Database, SuppressionReason } from '../database/schema.ts';
import { isUndelivered } from '../database/undelivered.ts';
import { submissionColumns, submissionFromRow } from '../forms/submission.ts';
import { retentionMethods, type RemoveMails } from './retention.ts';

export type People = ReturnType<typeof createPeople>;

/** All stored data about one person. */
export type Person = Awaited<ReturnType<People['find']>>;

/**
 * Returns the repository of all stored data about people. `retreatRecordsOf` returns a person's waitlist records, the newest first. Its
 * methods throw StoreUnavailable when the engine fails.
 */
export function createPeople(engine: Engine, retreatRecordsOf: (db: Kysely<Database>, emailKey: string) => Promise<object[]>) {
  return {
    ...retentionMethods(engine),
    /** Returns all stored data about one person. */
    find(email: string) {
      const key = emailKey(email);
      return engine.read(async (db) => {
        const rows = await db.selectFrom('submissions').select(submissionColumns).where('email_key', '=', key).orderBy('number').execute();
        const deliveries = await db
          .selectFrom('deliveries')
          .select(deliveryColumns)
          .where('submission_id', 'in', (inner) => inner.selectFrom('submissions').select('id').where('email_key', '=', key))
          .orderBy('created_at')
          .execute();
        const suppressions = await db.selectFrom('suppressions').select(['reason', 'since']).where('email_key', '=', key).execute();
        const letters = await db
          .selectFrom('letter_recipients')
          .innerJoin('letters', 'letters.id', 'letter_recipients.letter_id')
          .select(['subject', 'letter_recipients.sent_at as sentAt'])
          .where('email_key', '=', key)
          .orderBy('letter_recipients.sent_at')
          .execute();
        const attendance = await db
          .selectFrom('attendance')
          .innerJoin('submissions', 'submissions.id', 'attendance.submission_id')
          .select(['submission_id as submissionId', 'joined_at as joinedAt'])
          .where('email_key', '=', key)
          .execute();
        const feedback = await db
          .selectFrom('feedback')
          .innerJoin('submissions', 'submissions.id', 'feedback.submission_id')
          .select(['submission_id as submissionId', 'question', 'answer', 'answered_at as answeredAt'])
          .where('email_key', '=', key)
          .execute();
        const [retreat = null, ...earlierRetreats] = await retreatRecordsOf(db, key);
        return {
          email,
          submissions: rows.map(submissionFromRow),
          deliveries,
          /** Why no mails, or no reminders, are sent to the address, and since when. */
          suppressions,
          /** The letters to the person, with their subjects as the organizer wrote them. */
          letters,
          /** When the person joined a workshop, by the submission that registered for it. */
          attendance,
          /** The person's answers to the question after a workshop. */
          feedback,
          /** The record of the entry on the newest waitlist; null if there is none. */
          retreat,
          /** The records of the entries on earlier waitlists, the newest first. */
          earlierRetreats,
        };
      });
    },

    /** Deletes a person from every table; `notices` are enqueued to notify other systems. Call `purge` afterwards. Returns the number of submissions. */
    erase(email: string, notices: NewDelivery[], now: Date, removeMails: RemoveMails): Promise<{ submissions: number }> {
      const key = emailKey(email);
      return engine.transact(async (db) => {
        // Before the rows that belong to them: a transaction that has locked one may still be adding such a row.
        const rows = await db.deleteFrom('submissions').where('email_key', '=', key).returning(['id', 'form_id', 'received_at']).execute();
        const entries = await db.deleteFrom('entries').where('email_key', '=', key).returning('id').execute();
        const ids = rows.map(({ id }) => id);
        const forms = [...new Set(rows.map(({ form_id }) => form_id))];
        await removeFromDigests(engine, db, ids);
        const deliveries = await deliveriesAbout(db, rows);
        for (const part of inParts(deliveries)) await db.deleteFrom('deliveries').where('id', 'in', part).execute();
        for (const part of inParts(ids)) {
          await db.deleteFrom('tokens').where('subject', 'in', part).execute();
          for (const table of submissionTables) await db.deleteFrom(table).where('submission_id', 'in', part).execute();
        }
        for (const table of entryTables) for (const { id } of entries) await db.deleteFrom(table).where('entry_id', '=', id).execute();
        await db.deleteFrom('suppressions').where('email_key', '=', key).execute();
        await db.deleteFrom('letter_recipients').where('email_key', '=', key).execute();
        await endCooldowns(db, [statusLinkCooldown(key), ...forms.flatMap((form) => postCooldowns(form, key))]);
        if (ids.length > 0)
          await enqueue(
            db,
            notices.map((one) => ({ ...one, payload: { submissions: ids } })),
            { submissionId: null, now },
          );
        await recordDeletion(db, now);
        await removeMails(deliveries);
        return { submissions: ids.length };
      });
    },

    /** Records that an address gets no more mails, or no more reminders. */
    suppress(email: string, reason: SuppressionReason, now: Date): Promise<void> {
      return engine.transact((db) => suppress(db, email, reason, now));
    },

    /** Deletes the record that an address gets no more mails, or no more reminders. */
    async endSuppression(email: string, reason: SuppressionReason): Promise<void> {
      await engine.transact((db) =>
        db.deleteFrom('suppressions').where('email_key', '=', emailKey(email)).where('reason', '=', reason).execute(),
      );
    },

    /** Records that the mail of a delivery reached nobody at this address, unless the delivery was erased since it was leased. */
    suppressBounced(email: string, delivery: string, now: Date): Promise<void> {
      return engine.transact(async (db) => {
        if (await existsLocked(engine, db, 'deliveries', delivery)) await suppress(db, email, 'bounced', now);
      });
    },

    /** Returns whether an address is suppressed for this reason. */
    isSuppressed(email: string, reason: SuppressionReason): Promise<boolean> {
      return engine.read(async (db) => {
        const row = await db
          .selectFrom('suppressions')
          .select('since')
          .where('email_key', '=', emailKey(email))
          .where('reason', '=', reason)
          .executeTakeFirst();
        return row !== undefined;
      });
    },
  };
}

async function suppress(db: Transaction<Database>, email: string, reason: SuppressionReason, now: Date): Promise<void> {
  await db
    .insertInto('suppressions')
    .values({ email_key: emailKey(email), reason, since: now.toISOString() })
    .onConflict((conflict) => conflict.columns(['email_key', 'reason']).doNothing())
    .execute();
}

/**
 * Removes the person from unsent digests that also name other people, and gives each one that a worker has leased a new id, so that it is
 * built again without the person. The worker may already have built a mail that names the person; it is not written to a file, because its
 * delivery no longer exists.
 */
async function removeFromDigests(engine: Engine, db: Transaction<Database>, ids: string[]): Promise<void> {
  const rows = await db
    .selectFrom('deliveries')
    .select(['id', 'payload', 'state', 'leased_until'])
    .where('kind', '=', 'organizer-digest')
    .where(isUndelivered)
    // Otherwise a worker could lease or deliver one before it is changed.
    .$if(locksRows(engine), (query) => query.forUpdate())
    .execute();
  for (const row of rows) {
    const isLeased = row.state === 'due' && row.leased_until !== null;
    const payload = payloadWithout(row.payload, ids);
    if (!isLeased && payload === row.payload) continue;
    await db
      .updateTable('deliveries')
      .set({ payload, ...(isLeased && { id: uuid(), leased_until: null }) })
      .where('id', '=', row.id)
      .execute();
  }
}

/** Returns the payload of a digest without these submissions; unchanged if it names no other one: then the digest is deleted. */
function payloadWithout(payload: string, ids: string[]): string {
  // The digest of an hour contains no names before it is sent.
  const { founders, answers, ...rest } = JSON.parse(payload) as Partial<Record<'founders' | 'answers', { id: string }[]>>;
  const without = (list?: { id: string }[]) => list?.filter((named) => !ids.includes(named.id));
  const kept = { founders: without(founders), answers: without(answers) };
  return (kept.founders ?? []).length + (kept.answers ?? []).length > 0 ? JSON.stringify({ ...rest, ...kept }) : payload;
}

/** Returns the ids of the deliveries of these submissions, of those that name one, and of the digests of an hour that were sent with one. */
async function deliveriesAbout(db: Transaction<Database>, submissions: { id: string; received_at: string }[]): Promise<string[]> {
  if (submissions.length === 0) return [];
  const found = new Set<string>();
  const ids = submissions.map(({ id }) => id);
  for (const part of inParts(ids)) {
    const own = await db.selectFrom('deliveries').select('id').where('submission_id', 'in', part).execute();
    // A delivery of a submission names no other one.
    const naming = await db
      .selectFrom('deliveries')
      .select('id')
      .where('submission_id', 'is', null)
      .where('kind', '!=', 'person.erased')
      .where(({ eb, or }) => or(part.map((id) => eb('payload', 'like', `%${id}%`))))
      .execute();
    for (const { id } of [...own, ...naming]) found.add(id);
  }
  // The digest of an hour belongs to the submission for which it was enqueued in that hour.
  for (const hour of new Set(submissions.map(({ received_at }) => received_at.slice(0, 13)))) {
    const digests = await db
      .selectFrom('deliveries')
      .select('id')
      .where('created_at', '>=', `${hour}:00:00.000Z`)
      .where('created_at', '<=', `${hour}:59:59.999Z`)
      .where('kind', '=', 'organizer-digest')
      .where('state', '=', 'delivered')
      .where('payload', 'like', `%"since":"${hour}:00:00.000Z"%`)
      .execute();
    for (const { id } of digests) found.add(id);
  }
  return [...found];
}
