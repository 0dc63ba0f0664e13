import type { Transaction } from 'kysely';
import type { Database, SubmissionState } from '../database/schema.ts';
import type { Submission } from '../forms/submission.ts';

/** Marks the current submission of the same person, form, retreat and state, if there is one, as superseded. */
export async function supersede(
  db: Transaction<Database>,
  { id, form_id, email_key, retreat, state }: { id: string; form_id: string; email_key: string; retreat: string; state: SubmissionState },
): Promise<void> {
  await db
    .updateTable('submissions')
    .set({ superseded_by: id })
    .where('form_id', '=', form_id)
    .where('email_key', '=', email_key)
    .where('retreat', '=', retreat)
    .where('state', '=', state)
    .where('superseded_by', 'is', null)
    .where('id', '!=', id)
    .execute();
}

/**
 * If newer answers were accepted in the meantime, accepts a submission that was stored earlier as superseded by them, and returns true: the
 * mails about the newer ones were sent already.
 */
export async function supersedeByNewer(db: Transaction<Database>, submission: Submission, emailKey: string): Promise<boolean> {
  const newer = await db
    .selectFrom('submissions')
    .select('id')
    .where('form_id', '=', submission.formId)
    .where('email_key', '=', emailKey)
    .where('retreat', '=', submission.retreat)
    .where('state', '=', 'accepted')
    .where('superseded_by', 'is', null)
    .where('received_at', '>', submission.receivedAt)
    .executeTakeFirst();
  if (newer)
    await db.updateTable('submissions').set({ state: 'accepted', superseded_by: newer.id }).where('id', '=', submission.id).execute();
  return newer !== undefined;
}
