import type { Expression, Kysely, SqlBool, Transaction } from 'kysely';
import { v7 as uuid } from 'uuid';
import { entryStates, next } from '../state-machine.ts';
import type { Actor, EntryEvent, EntryState } from '../../database/schema.ts';
import type { Engine } from '../../database/engine.ts';
import type { Database, EntriesTable } from '../../database/schema.ts';
import { TransactionRejected } from '../../database/unavailable.ts';
import { submissionColumns, submissionFromRow } from '../../forms/submission.ts';
import type { Submission } from '../../forms/submission.ts';

/** A founder on the way to the retreat, with the newest answers that she gave. */
export interface Entry {
  id: string;
  state: EntryState;
  joinedAt: string;
  /** Since when she stands at the head of the waitlist; null where she does not. */
  headSince: string | null;
  shortNotice: boolean;
  submission: Submission;
  /** The newest invitation; null where there was none. */
  invitation: { id: string; note: string; madeAt: string; expiresAt: string; answer: string | null } | null;
}

/** A step in the life of an entry. */
export interface Step {
  from: EntryState | null;
  to: EntryState;
  event: EntryEvent;
  actor: Actor;
  at: string;
}

/** What is not possible with an entry now, in words for the organizer. */
export class NotAllowed extends TransactionRejected {
  override name = 'NotAllowed';
}

/**
 * Takes the one lock under which seats are counted and entries are moved: on SQLite every writing transaction has it already. It is taken before
 * the entry is read, since each statement of a PostgreSQL transaction sees what was committed before that statement (its manual, 13.2.1). The row
 * is written rather than only locked: where a database is set to a stricter isolation, whoever waited is told to begin again (13.2.2).
 */
export async function lockSeats(engine: Pick<Engine, 'kind'>, db: Transaction<Database>): Promise<void> {
  if (engine.kind !== 'postgres') return;
  const { numUpdatedRows } = await db.updateTable('seat_lock').set({ id: 1 }).where('id', '=', 1).executeTakeFirst();
  if (!numUpdatedRows) throw new Error('the row that seats are counted under is missing from seat_lock');
}

const stateSentences: Record<EntryState, string> = {
  waiting: 'She is on the waitlist',
  invited: 'She has an invitation',
  accepted: 'She has a seat',
  declined: 'She declined',
  lapsed: 'She did not answer in time',
  cancelled: 'Her seat was cancelled',
  withdrawn: 'She left the waitlist',
};

/** What follows from the state, for the events that an organizer asks for. */
const refusals: Partial<Record<EntryEvent, string>> = {
  invite: 'so she cannot be invited now',
  revoke: 'so there is nothing to withdraw',
  reopen: 'so there is nothing to reopen',
};

/** Moves an entry, and writes down who did it. The only statement that changes a state. Only who waits stands at the head. Throws NotAllowed. */
export async function move(
  db: Transaction<Database>,
  entry: Pick<EntriesTable, 'id' | 'state'>,
  event: EntryEvent,
  actor: Actor,
  now: Date,
  more: Partial<Pick<EntriesTable, 'head_since' | 'joined_at'>> = {},
): Promise<EntryState> {
  const to = next(entry.state, event);
  if (!to) throw new NotAllowed(`${stateSentences[entry.state]}, ${refusals[event] ?? 'so this is not possible'}.`);
  const keepsHead = event === 'join' && entry.state === 'waiting';
  await db
    .updateTable('entries')
    .set({ state: to, ...(!keepsHead && { head_since: null }), ...more })
    .where('id', '=', entry.id)
    .execute();
  if (event !== 'join' || to !== entry.state) await noteStep(db, entry.id, { from: entry.state, to, event, actor, at: now.toISOString() });
  return to;
}

async function noteStep(db: Transaction<Database>, entryId: string, { from, to, event, actor, at }: Step): Promise<void> {
  await db
    .insertInto('entry_history')
    .values({ id: uuid(), entry_id: entryId, from_state: from, to_state: to, event, actor, at })
    .execute();
}

/** Puts the sender of a waitlist form on the list. A founder who had left it waits again; the state of any other stays. */
export async function joinWaitlist(
  engine: Engine,
  db: Transaction<Database>,
  { emailKey, id, at, shortNotice }: { emailKey: string; id: string; at: Date; shortNotice?: boolean | undefined },
): Promise<void> {
  const find = () => db.selectFrom('entries').selectAll().where('email_key', '=', emailKey).executeTakeFirst();
  let known = await find();
  if (known) {
    // The founder may be answering an invitation at this moment: her state counts once nobody else can change it.
    await lockSeats(engine, db);
    known = await find();
  }
  const joined_at = at.toISOString();
  if (known) {
    const waitsAgain = next(known.state, 'join') !== known.state;
    await move(db, known, 'join', 'founder', at, waitsAgain ? { joined_at } : {});
    if (shortNotice !== undefined) await updateShortNotice(db, known.id, shortNotice);
    return;
  }
  await db
    .insertInto('entries')
    .values({ id, email_key: emailKey, state: 'waiting', joined_at, head_since: null, short_notice: shortNotice ? 1 : 0 })
    .execute();
  await noteStep(db, id, { from: null, to: 'waiting', event: 'join', actor: 'founder', at: joined_at });
}

/** Sets whether a founder could come at two weeks' notice. */
export async function updateShortNotice(db: Transaction<Database>, entryId: string, shortNotice: boolean): Promise<void> {
  await db
    .updateTable('entries')
    .set({ short_notice: shortNotice ? 1 : 0 })
    .where('id', '=', entryId)
    .execute();
}

/** Which entries are asked for; all, where nothing is said. */
export interface EntryFilter {
  state?: EntryState | undefined;
  id?: string | undefined;
  /** The beginning of an id: ten at most, since nobody reads on. */
  called?: string | undefined;
  /** Part of any answer, in any case. */
  search?: string | undefined;
  limit?: number | undefined;
}

export function entryQueries(engine: Engine) {
  return {
    /** Returns entries with their newest answers and invitation: the head of the waitlist first, then by how long they have waited. */
    async list(filter: EntryFilter = {}): Promise<Entry[]> {
      const matches = filter.search ? await engine.containing(filter.search) : undefined;
      return engine.read((db) => listEntries(db, filter, matches));
    },

    /** Counts entries by state. */
    async countByState(): Promise<Record<EntryState, number>> {
      const rows = await engine.read((db) =>
        db
          .selectFrom('entries')
          .select(({ fn }) => ['state', fn.countAll().as('count')])
          .groupBy('state')
          .execute(),
      );
      const counts = new Map(rows.map(({ state, count }) => [state, Number(count)]));
      return Object.fromEntries(entryStates.map((state) => [state, counts.get(state) ?? 0])) as Record<EntryState, number>;
    },

    /** Returns the entry of the founder who sent a submission. */
    async findBySubmission(submissionId: string): Promise<Entry | undefined> {
      const own = await engine.read((db) =>
        db
          .selectFrom('submissions')
          .innerJoin('entries', 'entries.email_key', 'submissions.email_key')
          .select('entries.id')
          .where('submissions.id', '=', submissionId)
          .executeTakeFirst(),
      );
      return own && (await engine.read((db) => listEntries(db, { id: own.id })))[0];
    },

    /** Returns the state changes of an entry, oldest first. */
    history(entryId: string): Promise<Step[]> {
      return engine.read((db) => stepsOf(db, entryId));
    },
  };
}

/** Returns entries with their newest answers and invitation: the head of the waitlist first, then by how long they have waited. */
export async function listEntries(db: Kysely<Database>, filter: EntryFilter = {}, matches?: Expression<SqlBool>): Promise<Entry[]> {
  let query = db
    .selectFrom('entries')
    .innerJoin('submissions', (join) =>
      join
        .onRef('submissions.email_key', '=', 'entries.email_key')
        .on('submissions.form_kind', '=', 'waitlist')
        .on('submissions.state', '=', 'accepted')
        .on('submissions.superseded_by', 'is', null),
    )
    .leftJoin('invitations', (join) =>
      join.onRef('invitations.id', '=', (inner) =>
        inner
          .selectFrom('invitations as newest')
          .select('newest.id')
          .whereRef('newest.entry_id', '=', 'entries.id')
          .orderBy('newest.id', 'desc')
          .limit(1),
      ),
    )
    .select(submissionColumns.map((column) => `submissions.${column}` as const))
    .select([
      'entries.id as entry_id',
      'entries.state as entry_state',
      'entries.joined_at',
      'entries.head_since',
      'entries.short_notice',
      'invitations.id as invitation_id',
      'invitations.note',
      'invitations.made_at',
      'invitations.expires_at',
      'invitations.answer',
    ])
    // Who stands at the head comes first, then who has waited longest.
    .orderBy((expression) => expression.fn.coalesce('entries.head_since', expression.val('9')))
    .orderBy('entries.joined_at')
    .orderBy('submissions.number', 'desc');
  if (filter.state) query = query.where('entries.state', '=', filter.state);
  if (filter.id) query = query.where('entries.id', '=', filter.id);
  if (filter.called !== undefined) {
    const start = filter.called.toLowerCase();
    query = query.where('entries.id', '>=', start).where('entries.id', '<', `${start}g`).limit(10);
  }
  if (matches) query = query.where(matches);
  if (filter.limit !== undefined) query = query.limit(filter.limit);
  const seen = new Set<string>();
  const rows = await query.execute();
  return rows
    .filter(({ entry_id }) => !seen.has(entry_id) && seen.add(entry_id))
    .map((row) => ({
      id: row.entry_id,
      state: row.entry_state,
      joinedAt: row.joined_at,
      headSince: row.head_since,
      shortNotice: row.short_notice === 1,
      submission: submissionFromRow(row),
      invitation: row.invitation_id
        ? {
            id: row.invitation_id,
            note: row.note ?? '',
            madeAt: row.made_at ?? '',
            expiresAt: row.expires_at ?? '',
            answer: row.answer,
          }
        : null,
    }));
}

export async function stepsOf(db: Kysely<Database>, entryId: string): Promise<Step[]> {
  const rows = await db.selectFrom('entry_history').selectAll().where('entry_id', '=', entryId).orderBy('id').execute();
  return rows.map(({ from_state, to_state, event, actor, at }) => ({ from: from_state, to: to_state, event, actor, at }));
}
