import type { Transaction } from 'kysely';
import { hasRow } from '../database/count-rows.ts';
import type { Engine } from '../database/engine.ts';
import type { Database } from '../database/schema.ts';
import { submissionColumns, submissionFromRow, type Submission } from '../forms/submission.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { Refused } from '../refused.ts';
import { acceptStored, type Acceptance, type WaitlistHooks } from './accept.ts';
import { storeLink } from './confirmations.ts';
import { founderMail } from './plan-deliveries.ts';

/** The organizer's actions on stored submissions. */
export function organizerActionMethods(engine: Engine, waitlists: WaitlistHooks) {
  return {
    /** Accepts a quarantined submission as if it were new; newer answers stay current. Returns undefined if there is none with this id. */
    release(id: string, acceptance: Acceptance, now: Date): Promise<Submission | undefined> {
      return engine.transact(async (db) => {
        const submission = await findLocked(db, id);
        if (submission?.state !== 'quarantined') return undefined;
        await acceptStored(db, waitlists, submission, acceptance, now);
        return findLocked(db, id);
      });
    },

    /**
     * Enqueues the email to the founder that a submission causes once more: about the workshop or the waitlist, or for a held submission
     * the one with the link that confirms it, which is valid again from now on. `tokenHash` is that link's. The day's limit is for posts,
     * which anybody can send, and does not count here. Throws Refused.
     */
    resendFormMail(id: string, tokenHash: string, now: Date): Promise<void> {
      return engine.transact(async (db) => {
        const submission = await findLocked(db, id);
        if (!submission) throw new Refused('This sign-up has been erased in the meantime.');
        if (submission.supersededBy !== null) throw new Refused('The founder has since sent the form again. Open the newer sign-up.');
        if (submission.state === 'quarantined')
          throw new Refused('This sign-up is marked as possible spam. Release it, and the confirmation will be sent.');
        const mail = founderMail(submission);
        if (await isMailDue(db, id, mail.kind))
          throw new Refused('This email is already waiting to be sent. The Deliveries tab shows when.');
        // It has no link of its own if its address had an email with a link that day already, and its own link may have been used to
        // confirm another version, for which it then stands.
        if (submission.state === 'held') await storeLink(db, { hash: tokenHash, subject: id }, now);
        await enqueue(db, [mail], { submissionId: id, now });
      });
    },
  };
}

const isMailDue = (db: Transaction<Database>, submissionId: string, kind: string): Promise<boolean> =>
  hasRow(
    db.selectFrom('deliveries').select('id').where('submission_id', '=', submissionId).where('kind', '=', kind).where('state', '=', 'due'),
  );

/** Returns a submission that no other transaction changes before this one ends; undefined if none has this id. */
async function findLocked(db: Transaction<Database>, id: string): Promise<Submission | undefined> {
  const row = await db.selectFrom('submissions').select(submissionColumns).where('id', '=', id).forUpdate().executeTakeFirst();
  return row && submissionFromRow(row);
}
