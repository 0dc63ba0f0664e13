import type { Transaction } from 'kysely';
import type { Database, EntriesTable, EntryState } from '../../database/schema.ts';
import { currentSubmissions } from '../../forms/submission.ts';
import { enqueue } from '../../outbox/enqueue.ts';
import type { MailKind, SeatEvent } from '../../outbox/kinds.ts';
import type { InvitationSettings } from '../invitation-settings.ts';

interface EntryMail {
  kind: MailKind;
  /** For example which invitation it is about. */
  payload?: Record<string, unknown>;
  /** Without it the mail is sent at once. */
  notBefore?: Date;
  now: Date;
}

/** Enqueues a mail about an entry, for the founder's newest submission. */
export async function enqueueMail(
  db: Transaction<Database>,
  entry: EntriesTable,
  { kind, payload = {}, now, notBefore = now }: EntryMail,
): Promise<void> {
  const submission = await currentSubmissions(db)
    .select('id')
    .where('email_key', '=', entry.email_key)
    .where('retreat', '=', entry.retreat)
    .orderBy('number', 'desc')
    .executeTakeFirst();
  if (submission) await enqueue(db, [{ channel: 'mail', kind, payload, notBefore }], { submissionId: submission.id, now });
}

/** Returns the kind of the mail about an answer that led to a state; undefined if there is none. */
export const mailAboutAnswer = (state: EntryState, isHead: boolean): MailKind | undefined =>
  isHead ? 'head-of-waitlist' : answerMails[state];

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

/** Enqueues an event about an entry for each event channel. */
export async function enqueueEvent(
  db: Transaction<Database>,
  { eventChannels }: Pick<InvitationSettings, 'eventChannels'>,
  { kind, now, ...payload }: NewEvent,
): Promise<void> {
  const deliveries = eventChannels.map((channel) => ({ channel, kind, payload }));
  await enqueue(db, deliveries, { submissionId: null, now });
}
