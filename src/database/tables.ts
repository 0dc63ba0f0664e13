import type { Database } from './schema.ts';

/**
 * The tables in a backup: everything that cannot be recreated. It does not contain access to the desk: a restored copy must not give access
 * back to someone whose access was revoked after it was made.
 */
export const backupTables = [
  'submissions',
  'deliveries',
  'tokens',
  'spent_proofs',
  'quiet_periods',
  'workshops',
  'announcements',
  'suppressions',
  'entries',
  'invitations',
  'entry_history',
  'return_offers',
  'alumnae',
  'house_facts',
  'entry_memos',
  'closed_retreats',
  'page_views',
  'meeting_links',
  'attendance',
  'attendance_removals',
  'feedback',
  'letters',
  'letter_recipients',
  'letter_history',
  'letter_opt_outs',
  'erasures',
] as const satisfies (keyof Database)[];

/** The tables whose rows belong to a submission by `submission_id`, and are erased with it. Deliveries are erased on their own terms. */
export const submissionTables = [
  'attendance',
  'attendance_removals',
  'feedback',
  'letter_recipients',
] as const satisfies (keyof Database)[];

/** The tables whose rows belong to an entry by `entry_id`, and are erased with it. */
export const entryTables = [
  'entry_history',
  'invitations',
  'return_offers',
  'alumnae',
  'house_facts',
  'entry_memos',
] as const satisfies (keyof Database)[];

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
