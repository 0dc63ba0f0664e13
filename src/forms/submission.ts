import type { Kysely, Selectable } from 'kysely';
import type { Database, SubmissionState, SubmissionsTable } from '../database/schema.ts';
import type { Consent } from './consent.ts';
import type { Values } from './definition.ts';
import { personOf, type Person } from './person.ts';

export interface Submission {
  id: string;
  formId: string;
  formKind: SubmissionsTable['form_kind'];
  formName: string;
  state: SubmissionState;
  person: Person;
  /** Every answer by its wire name, exactly as typed. */
  fields: Values;
  utm: Values;
  consents: Consent[];
  /** ISO 8601, UTC. */
  receivedAt: string;
  supersededBy: string | null;
  /** The slug of the retreat whose waitlist it joins; empty for a workshop. */
  retreat: string;
}

const columns = [
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
  'retreat',
] as const;

/** The columns that `submissionFromRow` reads, with the name of their table: a query can join others. */
export const submissionColumns = columns.map((column) => `submissions.${column}` as const);

/** Selects from the accepted submissions that no newer one superseded. */
export const currentSubmissions = (db: Kysely<Database>) =>
  db.selectFrom('submissions').where('submissions.state', '=', 'accepted').where('submissions.superseded_by', 'is', null);

export type SubmissionRow = Pick<Selectable<SubmissionsTable>, (typeof columns)[number]>;

export function submissionFromRow(row: SubmissionRow): Submission {
  const fields = JSON.parse(row.fields) as Values;
  return {
    id: row.id,
    formId: row.form_id,
    formKind: row.form_kind,
    formName: row.form_name,
    state: row.state,
    person: personOf(fields),
    fields,
    utm: JSON.parse(row.utm) as Values,
    consents: JSON.parse(row.consents) as Consent[],
    receivedAt: row.received_at,
    supersededBy: row.superseded_by,
    retreat: row.retreat,
  };
}
