import type { Transaction } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Engine } from '../../database/engine.ts';
import type { Actor, Database, EntriesTable, EntryEvent, EntryState } from '../../database/schema.ts';
import { TransactionRejected } from '../../database/unavailable.ts';
import { currentSubmissions } from '../../forms/submission.ts';
import { enqueue } from '../../outbox/queue.ts';
import type { MailKind, SeatEvent } from '../../outbox/kinds.ts';
import { nextState } from '../state-machine.ts';

/** A step in the life of an entry. */
export interface Step {
  from: EntryState | null;
  to: EntryState;
  event: EntryEvent;
  actor: Actor;
  /** The name of the organizer, if one was signed in. */
  name: string | null;
  at: string;
}

/** The person or the clock that changes an entry. An organizer has a name if the organizer signed in at the desk. */
export type NamedActor = Actor | { organizer: string };

const stateSentences: Record<EntryState, string> = {
  waiting: 'The founder is on the waitlist',
  invited: 'The founder already has an invitation',
  accepted: 'The founder already has a seat',
  declined: 'The founder declined',
  lapsed: 'The founder did not answer in time',
  cancelled: 'The founder no longer has a seat',
  withdrawn: 'The founder left the waitlist',
};

/** The second half of a refusal, by the organizer's action. */
const refusals: Partial<Record<EntryEvent, string>> = {
  invite: 'and only founders on the waitlist can be invited',
  revoke: 'so there is nothing to withdraw',
  reopen: 'so there is nothing to reopen',
  resend: 'so there is no invitation to resend',
};

/** An action that is not possible in the current state. The message is for the organizer. */
export class EntryRefused extends TransactionRejected {
  override name = 'EntryRefused';
}

/** Returns the refusal of an id that no entry has. */
export const unknownEntry = () =>
  new EntryRefused(
    'No founder on the waitlist has this id: either it is mistyped, or the founder has been erased. The desk and "organizer retreat list" show who is on the list.',
  );

/**
 * Takes the one lock under which seats are counted and entries change their state: on SQLite every writing transaction has it already. It
 * is taken before the entry is read, since each statement of a PostgreSQL transaction sees what was committed before that statement (its
 * manual, 13.2.1). The row is written rather than only locked: if a database is set to a stricter isolation level, the transaction that
 * waited gets an error that makes it retry (13.2.2).
 */
export async function lockSeats(engine: Pick<Engine, 'kind'>, db: Transaction<Database>): Promise<void> {
  if (engine.kind !== 'postgres') return;
  const { numUpdatedRows } = await db.updateTable('seat_lock').set({ id: 1 }).where('id', '=', 1).executeTakeFirst();
  if (!numUpdatedRows) throw new Error('the row that seats are counted under is missing from seat_lock');
}

/** Locks the seats and returns an entry. Throws EntryRefused if no entry has this id. */
export async function lockEntry(engine: Pick<Engine, 'kind'>, db: Transaction<Database>, id: string): Promise<EntriesTable> {
  await lockSeats(engine, db);
  const entry = await db.selectFrom('entries').selectAll().where('id', '=', id).executeTakeFirst();
  if (!entry) throw unknownEntry();
  return entry;
}

/**
 * Changes the state of an entry, and records in the history who did it. This is the only code that changes a state. Only a waiting founder
 * can be at the head of the waitlist, and house facts are stored only for founders with a seat. Throws EntryRefused.
 */
export async function transition(
  db: Transaction<Database>,
  entry: Pick<EntriesTable, 'id' | 'state'>,
  event: EntryEvent,
  { by, now, ...more }: { by: NamedActor; now: Date } & Partial<Pick<EntriesTable, 'head_since' | 'joined_at'>>,
): Promise<EntryState> {
  const to = nextState(entry.state, event);
  if (!to) throw new EntryRefused(`${stateSentences[entry.state]}, ${refusals[event] ?? 'so this is not possible'}.`);
  const changesNothing = event === 'join' && to === entry.state;
  await db
    .updateTable('entries')
    .set({ state: to, ...(!changesNothing && { head_since: null }), ...more })
    .where('id', '=', entry.id)
    .execute();
  if (to !== 'accepted') await db.deleteFrom('house_facts').where('entry_id', '=', entry.id).execute();
  if (!changesNothing) await recordStep(db, entry.id, { from: entry.state, to, event, ...actorColumns(by), at: now.toISOString() });
  return to;
}

/** Returns the columns that name the actor of a change. */
export const actorColumns = (actor: NamedActor): Pick<Step, 'actor' | 'name'> =>
  typeof actor === 'string' ? { actor, name: null } : { actor: 'organizer', name: actor.organizer };

async function recordStep(db: Transaction<Database>, entryId: string, { from, to, event, actor, name, at }: Step): Promise<void> {
  await db
    .insertInto('entry_history')
    .values({ id: uuid(), entry_id: entryId, from_state: from, to_state: to, event, actor, actor_name: name, at })
    .execute();
}

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

/** The channels that get events about seats. */
export interface EventChannels {
  eventChannels: 'webhook'[];
}

/** Returns the channels that get events about seats: the webhook, if there is one. */
export const eventChannelsOf = ({ webhook }: { webhook?: object | undefined }): EventChannels => ({
  eventChannels: webhook ? ['webhook'] : [],
});

/** Enqueues an event about an entry for each event channel. */
export async function enqueueEvent(
  db: Transaction<Database>,
  { eventChannels }: EventChannels,
  { kind, now, ...payload }: NewEvent,
): Promise<void> {
  const deliveries = eventChannels.map((channel) => ({ channel, kind, payload }));
  await enqueue(db, deliveries, { submissionId: null, now });
}

/**
 * Puts the sender of a waitlist form on the list of a retreat. A founder whose entry had ended (declined, lapsed, cancelled or left) waits
 * again; the state of any other founder does not change. `by` is the founder, or the organizer who released the submission from possible
 * spam.
 */
export async function joinWaitlist(
  engine: Engine,
  db: Transaction<Database>,
  {
    retreat,
    emailKey,
    id,
    at,
    shortNotice,
    by,
  }: { retreat: string; emailKey: string; id: string; at: Date; shortNotice?: boolean | undefined; by: NamedActor },
): Promise<void> {
  const find = () =>
    db.selectFrom('entries').selectAll().where('email_key', '=', emailKey).where('retreat', '=', retreat).executeTakeFirst();
  let entry = await find();
  if (entry) {
    // The founder may be answering an invitation at this moment, so the state is read after other transactions can no longer change it.
    await lockSeats(engine, db);
    entry = await find();
  }
  const joined_at = at.toISOString();
  if (entry) {
    const waitsAgain = nextState(entry.state, 'join') !== entry.state;
    await transition(db, entry, 'join', { by, now: at, ...(waitsAgain && { joined_at }) });
    if (shortNotice !== undefined) await updateShortNotice(db, entry.id, shortNotice);
    return;
  }
  await db
    .insertInto('entries')
    .values({ id, retreat, email_key: emailKey, state: 'waiting', joined_at, head_since: null, short_notice: shortNotice ? 1 : 0 })
    .execute();
  await recordStep(db, id, { from: null, to: 'waiting', event: 'join', ...actorColumns(by), at: joined_at });
}

/** Sets whether a founder could come at two weeks' notice. */
export async function updateShortNotice(db: Transaction<Database>, entryId: string, shortNotice: boolean): Promise<void> {
  await db
    .updateTable('entries')
    .set({ short_notice: shortNotice ? 1 : 0 })
    .where('id', '=', entryId)
    .execute();
}
