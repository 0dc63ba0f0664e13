import type { Kysely, Transaction } from 'kysely';
import { countsByState } from '../entry-states.ts';
import type { Database, EntryState } from '../../database/schema.ts';
import type { Engine } from '../../database/engine.ts';
import type { Memo } from './memos.ts';
import type { Step } from './transitions.ts';
import { answerColumns } from '../../forms/answer-columns.ts';
import { personWires } from '../../forms/person.ts';
import { submissionColumns, submissionFromRow, type Submission } from '../../forms/submission.ts';

/** A founder's place on the waitlist of one retreat, in any state, with the newest answers. */
export interface Entry {
  id: string;
  /** The slug of the retreat. */
  retreat: string;
  state: EntryState;
  joinedAt: string;
  /** Since when the founder is at the head of the waitlist; null otherwise. */
  headSince: string | null;
  shortNotice: boolean;
  submission: Submission;
  /** The newest invitation; null if there was none. */
  invitation: { id: string; expiresAt: string } | null;
  /** Whether the founder is waiting after the answer “not this time”, and has not joined again since. */
  isPostponed: boolean;
  /** An organizer's note to self about the founder; null if there is none. */
  memo: Memo | null;
  /** The slug of the later retreat that the founder moved along to; null if the founder did not. */
  movedTo: string | null;
}

/** Returns how many entries there are in all states. */
export const totalEntries = (counts: Record<EntryState, number>): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Returns an entry as `retreat list --json` and the desk show it. `receivedAt` is when the founder joined the waitlist: ISO 8601, UTC. */
export function founderOf({ id, state, joinedAt, submission: { person } }: Entry) {
  const { firstName, lastName, email, brand, systemSize } = person;
  return { id, state, firstName, lastName, email, brand, systemSize, receivedAt: joinedAt };
}

/** Selects entries; a field that is left out selects all of them. */
export interface EntryFilter {
  /** The slug of a retreat. */
  retreat?: string | undefined;
  state?: EntryState | undefined;
  /** A prefix of the id; at most ten entries are returned. */
  idPrefix?: string | undefined;
  /** Joined at or after this instant: ISO 8601, UTC. */
  since?: string | undefined;
  /** Words, each a part of any answer, in any case. */
  search?: string | undefined;
  systemSize?: string | undefined;
  /** One of these spellings of a brand, exactly as typed. */
  brands?: string[] | undefined;
  /** Without it the head of the waitlist comes first, then the longest wait. If two are equal, the longest wait comes first. */
  order?: (typeof entryOrders)[number] | undefined;
  limit?: number | undefined;
}

export const entryOrders = ['newest', 'name', 'brand', 'size'] as const;

export function entryMethods(engine: Engine) {
  return {
    /** Returns entries with their newest answers and invitation, in the order of the filter. */
    async list(filter: EntryFilter = {}): Promise<Entry[]> {
      const { retreat, state, idPrefix, since, search, systemSize, brands, order, limit } = filter;
      // PostgreSQL accepts no empty list, and the empty text of `valuesForIn` would select entries without a brand.
      if (brands?.length === 0) return [];
      const { answer, sortKey } = answerColumns(engine);
      const containsWords = search ? await engine.matchText(search) : undefined;
      return engine.read((db) => {
        let query = selectEntries(db);
        if (retreat !== undefined) query = query.where('entries.retreat', '=', retreat);
        if (state !== undefined) query = query.where('entries.state', '=', state);
        if (idPrefix !== undefined) {
          const start = idPrefix.toLowerCase();
          query = query.where('entries.id', '>=', start).where('entries.id', '<', `${start}g`).limit(10);
        }
        if (since !== undefined) query = query.where('entries.joined_at', '>=', since);
        if (containsWords) query = query.where(containsWords);
        if (systemSize !== undefined) query = query.where(answer(personWires.systemSize), '=', systemSize);
        if (brands) query = query.where(answer(personWires.brand), 'in', brands);
        if (limit !== undefined) query = query.limit(limit);
        if (order === 'newest') query = query.orderBy('entries.joined_at', 'desc');
        else if (order) query = query.orderBy(sortKey(order));
        return readEntries(query);
      });
    },

    /** Returns every spelling of a brand on the waitlist of a retreat. */
    async listBrands(retreat: string): Promise<string[]> {
      const brand = answerColumns(engine).answer(personWires.brand);
      const rows = await engine.read((db) =>
        entriesWithAnswers(db).select(brand.as('brand')).distinct().where('entries.retreat', '=', retreat).execute(),
      );
      return rows.map((row) => row.brand);
    },

    /** Counts the entries of a retreat by state. */
    async countByState(retreat: string): Promise<Record<EntryState, number>> {
      const rows = await engine.read((db) =>
        db
          .selectFrom('entries')
          .select(({ fn }) => ['state', fn.countAll().as('count')])
          .where('retreat', '=', retreat)
          .groupBy('state')
          .execute(),
      );
      const counts = new Map(rows.map(({ state, count }) => [state, Number(count)]));
      return countsByState((state) => counts.get(state) ?? 0);
    },

    /** Returns the state changes of an entry, oldest first. */
    listHistory(entryId: string): Promise<Step[]> {
      return engine.read((db) => listSteps(db, entryId));
    },

    /** Sets whether a founder could come at two weeks’ notice. */
    setShortNotice: (entryId: string, shortNotice: boolean) => engine.transact((db) => updateShortNotice(db, entryId, shortNotice)),
  };
}

/** Selects the entries of the waitlists with their newest answers. */
export const entriesWithAnswers = (db: Kysely<Database>) =>
  db
    .selectFrom('entries')
    .innerJoin('submissions', (join) =>
      join
        .onRef('submissions.email_key', '=', 'entries.email_key')
        .onRef('submissions.retreat', '=', 'entries.retreat')
        .on('submissions.state', '=', 'accepted')
        .on('submissions.superseded_by', 'is', null),
    );

/** Selects entries with everything that `readEntries` returns. */
export const selectEntries = (db: Kysely<Database>) =>
  entriesWithAnswers(db)
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
    .leftJoin('entry_memos', 'entry_memos.entry_id', 'entries.id')
    .select(submissionColumns)
    .select([
      'entries.id as entry_id',
      'entries.retreat as entry_retreat',
      'entries.state as entry_state',
      'entries.joined_at',
      'entries.head_since',
      'entries.short_notice',
      'invitations.id as invitation_id',
      'invitations.expires_at',
      'invitations.answer',
      'invitations.answered_at',
      'entry_memos.text as memo',
      'entry_memos.author_name as memo_author',
      'entry_memos.changed_at as memo_changed_at',
    ])
    .select(({ selectFrom }) =>
      selectFrom('return_offers')
        .select('return_offers.retreat')
        .whereRef('return_offers.entry_id', '=', 'entries.id')
        .where('return_offers.accepted_at', 'is not', null)
        .orderBy('return_offers.accepted_at', 'desc')
        .limit(1)
        .as('moved_to'),
    );

type EntryQuery = ReturnType<typeof selectEntries>;

const entryFromRow = (row: Awaited<ReturnType<EntryQuery['execute']>>[number]): Entry => ({
  id: row.entry_id,
  retreat: row.entry_retreat,
  state: row.entry_state,
  joinedAt: row.joined_at,
  headSince: row.head_since,
  shortNotice: row.short_notice === 1,
  submission: submissionFromRow(row),
  invitation: row.invitation_id === null ? null : { id: row.invitation_id, expiresAt: row.expires_at ?? '' },
  isPostponed: row.entry_state === 'waiting' && row.answer === 'later' && (row.answered_at ?? '') >= row.joined_at,
  memo: row.memo === null ? null : { text: row.memo, by: row.memo_author, changedAt: row.memo_changed_at ?? '' },
  movedTo: row.moved_to,
});

/**
 * Returns entries with their newest answers and invitation: in the order of the query if it has one, then the head of the waitlist first,
 * then by how long they have waited.
 */
export async function readEntries(query: EntryQuery): Promise<Entry[]> {
  const rows = await query
    .orderBy((expression) => expression.fn.coalesce('entries.head_since', expression.val('9')))
    .orderBy('entries.joined_at')
    .orderBy('submissions.number', 'desc')
    .execute();
  // A founder can have current answers of several forms for one retreat: a submission supersedes only those of its own form.
  const firstRows = new Map<string, (typeof rows)[number]>();
  for (const row of rows) if (!firstRows.has(row.entry_id)) firstRows.set(row.entry_id, row);
  return [...firstRows.values()].map(entryFromRow);
}

/** Returns the entry with this id; undefined if it was erased. */
export async function findEntry(db: Kysely<Database>, id: string): Promise<Entry | undefined> {
  const [entry] = await readEntries(selectEntries(db).where('entries.id', '=', id));
  return entry;
}

/** Sets whether a founder could come at two weeks’ notice. */
export async function updateShortNotice(db: Transaction<Database>, entryId: string, shortNotice: boolean): Promise<void> {
  await db
    .updateTable('entries')
    .set({ short_notice: shortNotice ? 1 : 0 })
    .where('id', '=', entryId)
    .execute();
}

/** Returns the state changes of an entry, oldest first. */
export const listSteps = (db: Kysely<Database>, entryId: string): Promise<Step[]> =>
  db
    .selectFrom('entry_history')
    .select(['from_state as from', 'to_state as to', 'event', 'actor', 'actor_name as name', 'at'])
    .where('entry_id', '=', entryId)
    .orderBy('id')
    .execute();

/** Returns the newest state change of an entry. */
export const findLastStep = (db: Kysely<Database>, entryId: string) =>
  db
    .selectFrom('entry_history')
    .select(['from_state', 'event', 'at'])
    .where('entry_id', '=', entryId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
