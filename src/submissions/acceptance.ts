import type { Transaction } from 'kysely';
import { emailKey } from '../database/normalize.ts';
import type { Database, SubmissionState } from '../database/schema.ts';
import type { Submission } from '../forms/submission.ts';
import { enqueue } from '../outbox/repository.ts';
import type { NewDelivery } from '../outbox/repository.ts';
import { withoutNoteFlood } from './mail-allowance.ts';

/** Returns what to enqueue for a submission that is accepted. */
export type DeliveriesFor = (submission: Submission) => NewDelivery[];

/** The organizer who releases a submission, with a name if the organizer signed in at the desk. */
export type ReleasedBy = 'organizer' | { organizer: string };

/** Runs in the transaction that accepts a submission. */
export type OnAccepted = (
  db: Transaction<Database>,
  accepted: { id: string; retreat: string; emailKey: string; at: Date; shortNotice?: boolean | undefined; by?: ReleasedBy | undefined },
) => Promise<void>;

const emailOf = ({ person }: Pick<Submission, 'person'>) => emailKey(person.email);

/** Marks the current submission of the same person, form and state as superseded. Returns whether there was one. */
export async function supersede(
  db: Transaction<Database>,
  { id, form_id, email_key, retreat, state }: { id: string; form_id: string; email_key: string; retreat: string; state: SubmissionState },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('submissions')
    .set({ superseded_by: id })
    .where('form_id', '=', form_id)
    .where('email_key', '=', email_key)
    .where('retreat', '=', retreat)
    .where('state', '=', state)
    .where('superseded_by', 'is', null)
    .where('id', '!=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Supersedes a held submission by newer answers that were accepted meanwhile; their mails were sent already. Returns whether there are any. */
export async function supersedeByNewer(db: Transaction<Database>, submission: Submission): Promise<boolean> {
  const newer = await db
    .selectFrom('submissions')
    .select('id')
    .where('form_id', '=', submission.formId)
    .where('email_key', '=', emailOf(submission))
    .where('retreat', '=', submission.retreat)
    .where('state', '=', 'accepted')
    .where('superseded_by', 'is', null)
    .where('received_at', '>', submission.receivedAt)
    .executeTakeFirst();
  if (newer)
    await db.updateTable('submissions').set({ state: 'accepted', superseded_by: newer.id }).where('id', '=', submission.id).execute();
  return newer !== undefined;
}

/** Accepts a submission that was stored earlier, in place of the current one. */
export async function accept(
  db: Transaction<Database>,
  onAccepted: OnAccepted,
  submission: Submission,
  now: Date,
  deliveriesFor: DeliveriesFor,
  by?: ReleasedBy,
): Promise<void> {
  const { id, formId, retreat } = submission;
  await supersede(db, { id, form_id: formId, email_key: emailOf(submission), retreat, state: 'accepted' });
  await db.updateTable('submissions').set({ state: 'accepted', superseded_by: null }).where('id', '=', id).execute();
  await onAccepted(db, { id, retreat, emailKey: emailOf(submission), at: now, by });
  const deliveries = await withoutNoteFlood(db, deliveriesFor({ ...submission, state: 'accepted' }), now);
  await enqueue(db, deliveries, { submissionId: id, now });
}
