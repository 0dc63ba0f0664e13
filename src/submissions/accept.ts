import type { Transaction } from 'kysely';
import { emailKey } from '../database/normalize.ts';
import type { Database, NamedActor } from '../database/schema.ts';
import type { Submission } from '../forms/submission.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { withinNoteLimit } from './mail-limit.ts';
import type { PlanDeliveries } from './plan-deliveries.ts';
import { findNewerAccepted, supersede } from './supersede.ts';

/** A founder who moves along from an earlier entry. */
export interface MovedAlong {
  /** The id of the earlier entry. */
  from: string;
  /** The text of the button. */
  wording: string;
}

export interface AcceptedSubmission {
  id: string;
  /** The slug of the retreat whose waitlist it joins; empty for a workshop. */
  retreat: string;
  emailKey: string;
  at: Date;
  /** Whether the founder could come at two weeks' notice, if the form asked. */
  shortNotice?: boolean | undefined;
  movedAlong?: MovedAlong | undefined;
  by: NamedActor;
}

/** What the waitlists do when a submission is stored or accepted. The functions run in that transaction. */
export interface WaitlistHooks {
  /** Returns the slug of the retreat whose waitlist a new submission joins: the next one if this one was closed just now. */
  skipClosedRetreat: (db: Transaction<Database>, retreat: string) => Promise<string>;
  /** Returns the slug of the retreat that the founder of a submission waits for now, who corrects it. Throws EntryEnded. */
  findRetreatOfCorrection: (db: Transaction<Database>, corrected: string) => Promise<string>;
  onAccepted: (db: Transaction<Database>, accepted: AcceptedSubmission) => Promise<void>;
}

/** How a submission that was stored earlier is accepted. */
export interface Acceptance {
  planDeliveries: PlanDeliveries;
  /** Returns the retreat whose waitlist it joins now: that of its post may be over. */
  retreatOf: (submission: Submission) => string;
  /** The founder who confirmed it, or the organizer who released it. */
  by: NamedActor;
}

/**
 * Accepts a submission that was stored earlier, in the transaction of the caller. An older current submission is superseded first, because
 * an index allows one current submission in a state; if the current one is newer, it supersedes this one, and nothing else follows. `now`,
 * and not the time of the post, is when its founder joins the waitlist.
 */
export async function acceptStored(
  db: Transaction<Database>,
  { skipClosedRetreat, onAccepted }: WaitlistHooks,
  submission: Submission,
  { planDeliveries, retreatOf, by }: Acceptance,
  now: Date,
): Promise<void> {
  const { id, formId } = submission;
  const retreat = await skipClosedRetreat(db, retreatOf(submission));
  const key = emailKey(submission.person.email);
  const newer = await findNewerAccepted(db, { ...submission, retreat }, key);
  if (newer) {
    // The emails about the newer answers were sent already.
    await db.updateTable('submissions').set({ state: 'accepted', superseded_by: newer.id }).where('id', '=', id).execute();
    return;
  }
  await supersede(db, { id, formId, emailKey: key, retreat, state: 'accepted' });
  await db.updateTable('submissions').set({ state: 'accepted', superseded_by: null, retreat }).where('id', '=', id).execute();
  await onAccepted(db, { id, retreat, emailKey: key, at: now, by });
  const planned = planDeliveries({ ...submission, state: 'accepted' });
  const deliveries = await withinNoteLimit(db, planned, { receivedAt: new Date(submission.receivedAt), now });
  await enqueue(db, deliveries, { submissionId: id, now });
}
