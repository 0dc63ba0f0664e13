import type { Kysely, Selectable } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { FormDefinition, Values } from '../forms/definition.ts';
import { searching } from './search.ts';
import type { Database, SubmissionState, SubmissionsTable } from './schema.ts';

/** A checked post, as it is to be kept. */
export interface NewSubmission {
  form: Pick<FormDefinition, 'id' | 'kind' | 'name'>;
  values: Values;
  utm: Values;
  receivedAt: Date;
}

export interface Submission {
  id: string;
  formId: string;
  formKind: SubmissionsTable['form_kind'];
  formName: string;
  state: SubmissionState;
  fields: Values;
  utm: Values;
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

const emailKey = (email: string) => email.normalize('NFC').toLowerCase();

/** Keeps a submission in one transaction. The same form and address again supersedes what stood; the older row remains. */
export async function record(
  db: Kysely<Database>,
  { form, values, utm, receivedAt }: NewSubmission,
): Promise<{ id: string; repeated: boolean }> {
  const id = uuid();
  const key = emailKey(values['inf_field_Email'] ?? '');
  return db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('submissions')
      .set({ superseded_by: id })
      .where('form_id', '=', form.id)
      .where('email_key', '=', key)
      .where('state', '=', 'accepted')
      .where('superseded_by', 'is', null)
      .executeTakeFirst();
    await transaction
      .insertInto('submissions')
      .values({
        id,
        form_id: form.id,
        form_kind: form.kind,
        form_name: form.name,
        email_key: key,
        state: 'accepted',
        fields: JSON.stringify(values),
        utm: JSON.stringify(utm),
        search: Object.values(values).join('\n').normalize('NFC').toLowerCase(),
        received_at: receivedAt.toISOString(),
        superseded_by: null,
      })
      .execute();
    return { id, repeated: numUpdatedRows > 0 };
  });
}

const columns = ['id', 'form_id', 'form_kind', 'form_name', 'state', 'fields', 'utm', 'received_at', 'superseded_by'] as const;

type Row = Pick<Selectable<SubmissionsTable>, (typeof columns)[number]>;

/** Submissions, the newest first, as they were at one moment: one statement, read row by row, so that a million need no more memory than ten. */
export async function* submissions(db: Kysely<Database>, filter: SubmissionFilter): AsyncGenerator<Submission> {
  const { form, state, since, until, search, limit, superseded } = filter;
  let query = db.selectFrom('submissions').select(columns).orderBy('received_at', 'desc').orderBy('number', 'desc');
  if (!superseded) query = query.where('superseded_by', 'is', null);
  if (form === 'workshop' || form === 'waitlist') query = query.where('form_kind', '=', form);
  else if (form !== undefined) query = query.where('form_id', '=', form);
  if (state !== undefined) query = query.where('state', '=', state);
  if (since !== undefined) query = query.where('received_at', '>=', since);
  if (until !== undefined) query = query.where('received_at', '<', until);
  if (search) query = query.where(await searching(db, search));
  if (limit !== undefined) query = query.limit(limit);
  for await (const row of query.stream()) yield fromRow(row);
}

/** A submission and the older ones that it superseded, the newest first. */
export interface Found {
  found: Submission;
  older: Submission[];
}

/** Those whose id begins so, in the order of arrival; ten at most, since nobody reads on. */
export async function submissionsCalled(db: Kysely<Database>, id: string): Promise<Found[]> {
  const start = id.toLowerCase();
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
}

function fromRow(row: Row): Submission {
  return {
    id: row.id,
    formId: row.form_id,
    formKind: row.form_kind,
    formName: row.form_name,
    state: row.state,
    fields: JSON.parse(row.fields) as Values,
    utm: JSON.parse(row.utm) as Values,
    receivedAt: row.received_at,
    supersededBy: row.superseded_by,
  };
}
