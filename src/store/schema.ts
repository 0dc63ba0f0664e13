import type { Generated } from 'kysely';

/** The tables, in types that SQLite and PostgreSQL share: text, ISO 8601 instants in UTC, JSON as text. */
export interface Database {
  submissions: SubmissionsTable;
  /** One row, overwritten to see whether a write reaches the disk. */
  write_probe: { id: number; written_at: string };
}

export interface SubmissionsTable {
  /** In the order in which they were stored. */
  number: Generated<number>;
  /** UUID version 7: in the order of arrival, as far as clocks agree. */
  id: string;
  form_id: string;
  form_kind: 'workshop' | 'waitlist';
  form_name: string;
  /** The address as people are told apart by it: lower case, NFC. */
  email_key: string;
  state: SubmissionState;
  /** JSON: wire name to value, exactly as typed. */
  fields: string;
  /** JSON: the campaign parameters. */
  utm: string;
  /** The values in lower case, one a line, for searching. */
  search: string;
  received_at: string;
  /** The newer submission of the same person to the same form; null while this one stands. */
  superseded_by: string | null;
}

export type SubmissionState = 'accepted' | 'held' | 'quarantined';
