import type { Database } from './schema.ts';

/** The tables that have a column with this name. */
type TablesWith<Column extends string> = {
  [Table in keyof Database]: Column extends keyof Database[Table] ? Table : never;
}[keyof Database];

/** Returns the tables with the value `true`. Each list below is made of such a map, so that the compiler asks for a table that is missing. */
const selected = <Table extends string>(tables: Record<Table, boolean>): Table[] =>
  (Object.keys(tables) as Table[]).filter((table) => tables[table]);

/**
 * The tables in a backup: everything that cannot be recreated. It does not contain access to the desk: a restored copy must not give access
 * back to someone whose access was revoked after it was made.
 */
export const backupTables = selected<keyof Database>({
  submissions: true,
  deliveries: true,
  tokens: true,
  spent_proofs: true,
  quiet_periods: true,
  workshops: true,
  announcements: true,
  suppressions: true,
  entries: true,
  invitations: true,
  entry_history: true,
  return_offers: true,
  alumnae: true,
  house_facts: true,
  entry_memos: true,
  closed_retreats: true,
  page_views: true,
  meeting_links: true,
  attendance: true,
  attendance_removals: true,
  feedback: true,
  letters: true,
  letter_recipients: true,
  letter_history: true,
  letter_opt_outs: true,
  erasures: true,

  organizers: false,
  passkeys: false,
  organizer_invitations: false,
  organizer_sessions: false,
  passkey_challenges: false,

  seat_lock: false,
  channel_slots: false,
  channel_retries: false,
  read_backs: false,
  job_runs: false,
  write_probe: false,
});

/** The tables whose rows belong to a submission by `submission_id`, and are erased with it. Deliveries are erased on their own terms. */
export const submissionTables = selected<TablesWith<'submission_id'>>({
  attendance: true,
  attendance_removals: true,
  feedback: true,
  letter_recipients: true,
  deliveries: false,
});

/** The tables whose rows belong to an entry by `entry_id`, and are erased with it. */
export const entryTables = selected<TablesWith<'entry_id'>>({
  entry_history: true,
  invitations: true,
  return_offers: true,
  alumnae: true,
  house_facts: true,
  entry_memos: true,
});

/** The tables from which erasing a person deletes rows: the engine's files keep those until they are purged. */
export const purgedTables = [
  'submissions',
  ...submissionTables,
  'entries',
  ...entryTables,
  'deliveries',
  'tokens',
  'suppressions',
  'quiet_periods',
] as const satisfies (keyof Database)[];
