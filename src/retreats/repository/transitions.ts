import type { Transaction } from 'kysely';
import type { Engine } from '../../database/engine.ts';
import type { Actor, Database, EntriesTable, EntryEvent, EntryState, NamedActor } from '../../database/schema.ts';
import { currentSubmissions } from '../../forms/submission.ts';
import { idAfter } from '../../id-after.ts';
import { enqueue, type NewDelivery } from '../../outbox/queue.ts';
import type { MailKind, SeatEvent } from '../../outbox/kinds.ts';
import { Refused } from '../../refused.ts';

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

/** The state that follows from a state and an event; an event that is missing is not allowed in that state. */
const transitions: Record<EntryState, Partial<Record<EntryEvent, EntryState>>> = {
  waiting: {
    join: 'waiting',
    invite: 'invited',
    accept: 'accepted',
    decline: 'declined',
    later: 'waiting',
    full: 'waiting',
    leave: 'withdrawn',
  },
  invited: {
    join: 'invited',
    accept: 'accepted',
    decline: 'declined',
    later: 'waiting',
    full: 'waiting',
    lapse: 'lapsed',
    revoke: 'waiting',
    leave: 'declined',
    resend: 'invited',
    extend: 'invited',
  },
  accepted: { join: 'accepted', accept: 'accepted', decline: 'cancelled', later: 'cancelled', revoke: 'cancelled', leave: 'cancelled' },
  declined: { join: 'waiting', accept: 'accepted', decline: 'declined', later: 'waiting', full: 'waiting', reopen: 'waiting' },
  lapsed: { join: 'waiting', reopen: 'waiting', leave: 'withdrawn' },
  cancelled: {
    join: 'waiting',
    accept: 'accepted',
    decline: 'cancelled',
    later: 'cancelled',
    full: 'waiting',
    reopen: 'waiting',
  },
  withdrawn: { join: 'waiting', reopen: 'waiting' },
};

/**
 * Returns the state after an event; undefined if the event is not allowed. Every state change goes through here. Whether a founder may
 * still change an answer (declined → accepted, or waiting → accepted after "not this time") is up to the caller, who knows whether the
 * invitation is open.
 */
export function nextState(state: EntryState, event: EntryEvent): EntryState | undefined {
  return transitions[state][event];
}

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
  extend: 'so there is no invitation to extend',
};

/** Returns the refusal of an id that no entry has. */
export const unknownEntry = () =>
  new Refused(
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

/** Locks the seats and returns an entry. Throws Refused if no entry has this id. */
export async function lockEntry(engine: Pick<Engine, 'kind'>, db: Transaction<Database>, id: string): Promise<EntriesTable> {
  await lockSeats(engine, db);
  const entry = await db.selectFrom('entries').selectAll().where('id', '=', id).executeTakeFirst();
  if (!entry) throw unknownEntry();
  return entry;
}

/**
 * Changes the state of an entry, and records in the history who did it. This is the only code that changes a state. Only a waiting founder
 * can be at the head of the waitlist, and house facts are stored only for founders with a seat. Throws Refused.
 */
export async function transition(
  db: Transaction<Database>,
  entry: Pick<EntriesTable, 'id' | 'state'>,
  event: EntryEvent,
  { by, now, ...more }: { by: NamedActor; now: Date } & Partial<Pick<EntriesTable, 'head_since' | 'joined_at'>>,
): Promise<EntryState> {
  const to = nextState(entry.state, event);
  if (!to) throw new Refused(`${stateSentences[entry.state]}, ${refusals[event] ?? 'so this is not possible'}.`);
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
export const actorColumns = (by: NamedActor): Pick<Step, 'actor' | 'name'> =>
  typeof by === 'string' ? { actor: by, name: null } : { actor: 'organizer', name: by.organizer };

/**
 * Records a step in the history of an entry. Steps are read in the order of their ids, so a step gets an id after those of all others. Only
 * the first step of a new entry needs no order: founders who join at the same moment read no common row, over which their transactions would
 * conflict where they are serializable.
 */
export async function recordStep(db: Transaction<Database>, entryId: string, { from, to, event, actor, name, at }: Step): Promise<void> {
  const newest = from === null ? null : await findNewestStepId(db);
  await db
    .insertInto('entry_history')
    .values({ id: idAfter(newest, at), entry_id: entryId, from_state: from, to_state: to, event, actor, actor_name: name, at })
    .execute();
}

async function findNewestStepId(db: Transaction<Database>): Promise<string | null> {
  const { newest } = await db
    .selectFrom('entry_history')
    .select(({ fn }) => fn.max('id').as('newest'))
    .executeTakeFirstOrThrow();
  return newest;
}

type EntryMail = Omit<Extract<NewDelivery, { channel: 'mail' }>, 'channel'> & { now: Date };

/** Enqueues a mail about an entry, for the founder's newest submission. */
export async function enqueueMail(db: Transaction<Database>, entry: EntriesTable, { now, ...mail }: EntryMail): Promise<void> {
  const submission = await currentSubmissions(db)
    .select('id')
    .where('email_key', '=', entry.email_key)
    .where('retreat', '=', entry.retreat)
    .orderBy('number', 'desc')
    .executeTakeFirst();
  if (submission) await enqueue(db, [{ channel: 'mail', ...mail }], { submissionId: submission.id, now });
}

/** Returns the kind of the mail about an answer, by the entry after it; undefined if there is none. */
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
