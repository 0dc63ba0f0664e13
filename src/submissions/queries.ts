import { submissionColumns, submissionFromRow } from '../forms/submission.ts';
import type { Submission } from '../forms/submission.ts';
import { rowsAtOnce } from '../database/engine.ts';
import type { Engine } from '../database/engine.ts';
import type { SubmissionState } from '../database/schema.ts';

/** Which submissions are asked for; all that stand, where nothing is said. Instants are ISO 8601 in UTC; `until` is excluded. */
export interface SubmissionFilter {
  /** A form's id or its kind. */
  form?: string | undefined;
  state?: SubmissionState | undefined;
  since?: string | undefined;
  until?: string | undefined;
  /** Part of any value, in any case. */
  search?: string | undefined;
  limit?: number | undefined;
  superseded?: boolean | undefined;
}

export function submissionQueries(engine: Engine) {
  return {
    /** Yields submissions, newest first, as of the first read: one statement, streamed row by row, so that a million need no more memory than ten. */
    async *list(filter: SubmissionFilter = {}): AsyncGenerator<Submission> {
      const { form, state, since, until, search, limit, superseded } = filter;
      const sought = search ? await engine.containing(search) : undefined;
      const rows = engine.stream((db) => {
        let query = db.selectFrom('submissions').select(submissionColumns).orderBy('received_at', 'desc').orderBy('number', 'desc');
        if (!superseded) query = query.where('superseded_by', 'is', null);
        if (form === 'workshop' || form === 'waitlist') query = query.where('form_kind', '=', form);
        else if (form !== undefined) query = query.where('form_id', '=', form);
        if (state !== undefined) query = query.where('state', '=', state);
        if (since !== undefined) query = query.where('received_at', '>=', since);
        if (until !== undefined) query = query.where('received_at', '<', until);
        if (sought) query = query.where(sought);
        if (limit !== undefined) query = query.limit(limit);
        return query.stream(rowsAtOnce);
      });
      for await (const row of rows) yield submissionFromRow(row);
    },

    /** Returns the submissions whose id starts with this prefix, in order of arrival, at most ten. */
    async findByIdPrefix(id: string): Promise<Found[]> {
      const start = id.toLowerCase();
      return engine.read(async (db) => {
        const matching = await db
          .selectFrom('submissions')
          .select([...submissionColumns, 'number', 'email_key'])
          .where('id', '>=', start)
          .where('id', '<', `${start}g`)
          .orderBy('id')
          .limit(10)
          .execute();
        return Promise.all(
          matching.map(async (row) => {
            const older = await db
              .selectFrom('submissions')
              .select(submissionColumns)
              .where('form_id', '=', row.form_id)
              .where('email_key', '=', row.email_key)
              .where('number', '<', row.number)
              .where('superseded_by', 'is not', null)
              .orderBy('number', 'desc')
              .execute();
            return { found: submissionFromRow(row), older: older.map(submissionFromRow) };
          }),
        );
      });
    },

    /** Counts every stored submission, superseded ones included. */
    countAll(): Promise<number> {
      return engine.read(async (db) => {
        const { count } = await db
          .selectFrom('submissions')
          .select(({ fn }) => fn.countAll().as('count'))
          .executeTakeFirstOrThrow();
        return Number(count);
      });
    },

    /** Counts the submissions that stand, by state. */
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

/** A submission and the older ones that it superseded, the newest first. */
export interface Found {
  found: Submission;
  older: Submission[];
}
