import type { Selectable } from 'kysely';
import type { Consent } from '../forms/consent.ts';
import type { Values } from '../forms/definition.ts';
import { rowsAtOnce } from '../database/engine.ts';
import type { Engine } from '../database/engine.ts';
import type { SubmissionState, SubmissionsTable } from '../database/schema.ts';

export interface Submission {
  id: string;
  formId: string;
  formKind: SubmissionsTable['form_kind'];
  formName: string;
  state: SubmissionState;
  fields: Values;
  utm: Values;
  consents: Consent[];
  /** ISO 8601, UTC. */
  receivedAt: string;
  supersededBy: string | null;
}

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

export const columns = [
  'id',
  'form_id',
  'form_kind',
  'form_name',
  'state',
  'fields',
  'utm',
  'consents',
  'received_at',
  'superseded_by',
] as const;

type Row = Pick<Selectable<SubmissionsTable>, (typeof columns)[number]>;

/** Submissions, the newest first, as they were at one moment: one statement, read row by row, so that a million need no more memory than ten. */
export async function* submissions(engine: Engine, filter: SubmissionFilter): AsyncGenerator<Submission> {
  const { form, state, since, until, search, limit, superseded } = filter;
  const sought = search ? await engine.containing(search) : undefined;
  const rows = engine.stream((db) => {
    let query = db.selectFrom('submissions').select(columns).orderBy('received_at', 'desc').orderBy('number', 'desc');
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
  for await (const row of rows) yield fromRow(row);
}

/** A submission and the older ones that it superseded, the newest first. */
export interface Found {
  found: Submission;
  older: Submission[];
}

/** Those whose id begins so, in the order of arrival; ten at most, since nobody reads on. */
export async function submissionsCalled(engine: Engine, id: string): Promise<Found[]> {
  const start = id.toLowerCase();
  return engine.read(async (db) => {
    const matching = await db
      .selectFrom('submissions')
      .select([...columns, 'number', 'email_key'])
      .where('id', '>=', start)
      .where('id', '<', `${start}g`)
      .orderBy('id')
      .limit(10)
      .execute();
    return Promise.all(
      matching.map(async (row) => {
        const older = await db
          .selectFrom('submissions')
          .select(columns)
          .where('form_id', '=', row.form_id)
          .where('email_key', '=', row.email_key)
          .where('number', '<', row.number)
          .where('superseded_by', 'is not', null)
          .orderBy('number', 'desc')
          .execute();
        return { found: fromRow(row), older: older.map(fromRow) };
      }),
    );
  });
}

/** How many there are in each state, of those that stand. */
export function submissionCounts(engine: Engine): Promise<{ state: SubmissionState; count: number }[]> {
  return engine.read(async (db) => {
    const rows = await db
      .selectFrom('submissions')
      .select((expression) => ['state', expression.fn.countAll().as('count')])
      .where('superseded_by', 'is', null)
      .groupBy('state')
      .execute();
    return rows.map(({ state, count }) => ({ state, count: Number(count) }));
  });
}

export function fromRow(row: Row): Submission {
  return {
    id: row.id,
    formId: row.form_id,
    formKind: row.form_kind,
    formName: row.form_name,
    state: row.state,
    fields: JSON.parse(row.fields) as Values,
    utm: JSON.parse(row.utm) as Values,
    consents: JSON.parse(row.consents) as Consent[],
    receivedAt: row.received_at,
    supersededBy: row.superseded_by,
  };
}
