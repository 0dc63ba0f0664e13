import type { Transaction } from 'kysely';
import type { Database, EntriesTable, EntryState } from '../../database/schema.ts';
import { currentSubmissions } from '../../forms/submission.ts';
import { enqueue, type NewDelivery } from '../../outbox/enqueue.ts';
import type { MailKind, SeatEvent } from '../../outbox/kinds.ts';

type EntryMail = Omit<Extract<NewDelivery, { channel: 'mail' }>, 'channel'> & { now: Date };

/** Enqueues an email about an entry, for the founder's newest submission. */
export async function enqueueMail(db: Transaction<Database>, entry: EntriesTable, { now, ...mail }: EntryMail): Promise<void> {
  const submission = await currentSubmissions(db)
    .select('id')
    .where('email_key', '=', entry.email_key)
    .where('retreat', '=', entry.retreat)
    .orderBy('number', 'desc')
    // Otherwise the founder could be erased before the email is stored, which would remain.
    .forKeyShare()
    .executeTakeFirst();
  if (submission) await enqueue(db, [{ channel: 'mail', ...mail }], { submissionId: submission.id, now });
}

/** Returns the kind of the email about an answer, by the entry after it; undefined if there is none. */
export const mailAboutAnswer = ({ state, head_since }: Pick<EntriesTable, 'state' | 'head_since'>): MailKind | undefined =>
  head_since === null ? answerMails[state] : 'head-of-waitlist';

const answerMails: Partial<Record<EntryState, MailKind>> = {
  accepted: 'accepted',
  declined: 'declined',
  // The founder gave a seat back.
  cancelled: 'declined',
  waiting: 'postponed',
};

interface NewEvent {
  kind: SeatEvent;
  /** The id of the entry. */
  entry: string;
  /** The new state of the entry. */
  state: EntryState;
  answer?: string;
  now: Date;
}

/** The webhook of the settings, which gets events about seats. */
export interface EventSettings {
  webhook?: object | undefined;
}

/** Enqueues an event about an entry for the webhook, if there is one. */
export async function enqueueEvent(
  db: Transaction<Database>,
  { webhook }: EventSettings,
  { kind, now, ...payload }: NewEvent,
): Promise<void> {
  if (webhook) await enqueue(db, [{ channel: 'webhook', kind, payload }], { submissionId: null, now });
}
