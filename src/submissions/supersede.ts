import type { Transaction } from 'kysely';
import type { Database, SubmissionState } from '../database/schema.ts';
import type { Submission } from '../forms/submission.ts';

/** Marks the current submission of the same address, form, retreat and state, if there is one, as superseded by the one with this id. */
export async function supersede(
  db: Transaction<Database>,
  { id, formId, emailKey, retreat, state }: { id: string; formId: string; emailKey: string; retreat: string; state: SubmissionState },
): Promise<void> {
  await db
    .updateTable('submissions')
    .set({ superseded_by: id })
    .where('form_id', '=', formId)
    .where('email_key', '=', emailKey)
    .where('retreat', '=', retreat)
    .where('state', '=', state)
    .where('superseded_by', 'is', null)
    .where('id', '!=', id)
    .execute();
}

/** Returns newer answers of the same address, form and retreat that were accepted in the meantime; undefined if there are none. */
export const findNewerAccepted = (
  db: Transaction<Database>,
  submission: Submission,
  emailKey: string,
): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('submissions')
    .select('id')
    .where('form_id', '=', submission.formId)
    .where('email_key', '=', emailKey)
    .where('retreat', '=', submission.retreat)
    .where('state', '=', 'accepted')
    .where('superseded_by', 'is', null)
    .where('received_at', '>', submission.receivedAt)
    .executeTakeFirst();
