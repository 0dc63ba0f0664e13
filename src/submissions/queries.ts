import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely';
import { answerColumns } from '../forms/answer-columns.ts';
import { personWires } from '../forms/person.ts';
import { submissionColumns, submissionFromRow, type Submission } from '../forms/submission.ts';
import { countRows } from '../database/count-rows.ts';
import { rowsPerFetch, type Engine } from '../database/engine.ts';
import type { Database, SubmissionState } from '../database/schema.ts';

/** Selects submissions; by default all current ones. Instants are ISO 8601 in UTC; `until` is excluded. */
export interface SubmissionFilter {
  /** A form's id or its kind. */
  form?: string | undefined;
  state?: SubmissionState | undefined;
  systemSize?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
  /** Words, each a part of any value, in any case. */
  search?: string | undefined;
  limit?: number | undefined;
  superseded?: boolean | undefined;
}

export const submissionSorts = ['received', 'form', 'state', 'name', 'email', 'brand', 'size'] as const;
export type SubmissionSort = (typeof submissionSorts)[number];

export interface SubmissionPage {
  sort: SubmissionSort;
  isDescending: boolean;
  offset: number;
  limit: number;
}

export function queryMethods(engine: Engine) {
  const { answer, sortKey } = answerColumns(engine);

  function sortExpression(sort: Exclude<SubmissionSort, 'received'>) {
    if (sort === 'form') return 'form_kind';
    if (sort === 'state') return 'state';
    return sortKey(sort);
  }

  const matching = async ({ form, state, systemSize, since, until, search, superseded }: SubmissionFilter) => {
    const contains = search ? await engine.matchText(search) : undefined;
    return ({ eb, and }: ExpressionBuilder<Database, 'submissions'>) => {
      const kind = form === 'workshop' || form === 'waitlist' ? form : undefined;
      return and(
        [
          superseded ? undefined : eb('superseded_by', 'is', null),
          kind && eb('form_kind', '=', kind),
          form !== undefined && !kind ? eb('form_id', '=', form) : undefined,
          state && eb('state', '=', state),
          systemSize === undefined ? undefined : eb(answer(personWires.systemSize), '=', systemSize),
          since === undefined ? undefined : eb('received_at', '>=', since),
          until === undefined ? undefined : eb('received_at', '<', until),
          contains,
        ].filter((condition) => condition !== undefined),
      );
    };
  };

  return {
    /**
     * Yields submissions, newest first, as of the first read: one statement, streamed row by row, so that a million need
     * no more memory than ten.
     */
    async *list(filter: SubmissionFilter = {}): AsyncGenerator<Submission> {
      const matches = await matching(filter);
      const rows = engine.stream((db) => {
        let query = db.selectFrom('submissions').select(submissionColumns).where(matches);
        query = query.orderBy('received_at', 'desc').orderBy('number', 'desc');
        if (filter.limit !== undefined) query = query.limit(filter.limit);
        return query.stream(rowsPerFetch);
      });
      for await (const row of rows) yield submissionFromRow(row);
    },

    /**
     * Returns one page of the submissions that match, in the order of one column, and how many match in all. Equal ones are newest first.
     */
    async readPage(filter: SubmissionFilter, { sort, isDescending, offset, limit }: SubmissionPage) {
      const matches = await matching(filter);
      return engine.read(async (db) => {
        const total = await countRows(db.selectFrom('submissions').where(matches));
        const direction = isDescending ? 'desc' : 'asc';
        const ordered = <Columns>(query: SelectQueryBuilder<Database, 'submissions', Columns>) =>
          // The index in order of arrival serves sorting by `received`; any other order sorts every submission that matches.
          sort === 'received'
            ? query.orderBy('received_at', direction).orderBy('number', direction)
            : query.orderBy(sortExpression(sort), direction).orderBy('received_at', 'desc').orderBy('number', 'desc');
        // Only the numbers of those before the page are sorted: with their answers, a page far down takes four times as long.
        const numbers = ordered(db.selectFrom('submissions').select('number').where(matches)).offset(offset).limit(limit);
        const rows = await ordered(db.selectFrom('submissions').select(submissionColumns).where('number', 'in', numbers)).execute();
        return { total, submissions: rows.map(submissionFromRow) };
      });
    },

    /** Returns a small row for each current submission, to count them by day, form, state and system size. */
    listForCounts() {
      const rows = engine.stream((db) =>
        db
          .selectFrom('submissions')
          .select(['received_at as receivedAt', 'form_kind as formKind', 'state'])
          .select(answer(personWires.systemSize).as('systemSize'))
          .where('superseded_by', 'is', null)
          .stream(rowsPerFetch),
      );
      return Array.fromAsync(rows);
    },

    find(id: string): Promise<Submission | undefined> {
      return engine.read(async (db) => {
        const row = await db.selectFrom('submissions').select(submissionColumns).where('id', '=', id).executeTakeFirst();
        return row && submissionFromRow(row);
      });
    },

    async listByIds(ids: string[]): Promise<Submission[]> {
      if (ids.length === 0) return [];
      const rows = await engine.read((db) => db.selectFrom('submissions').select(submissionColumns).where('id', 'in', ids).execute());
      return rows.map(submissionFromRow);
    },

    /** Counts the current submissions by state. */
    countByState(): Promise<{ state: SubmissionState; count: number }[]> {
      return engine.read(async (db) => {
        const rows = await db
          .selectFrom('submissions')
          .select((expression) => ['state', expression.fn.countAll().as('count')])
          .where('superseded_by', 'is', null)
          .groupBy('state')
          .execute();
        return rows.map(({ state, count }) => ({ state, count: Number(count) }));
      });
    },
  };
}
