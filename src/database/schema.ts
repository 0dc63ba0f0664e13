import type { Generated } from 'kysely';
import type { LetterTables } from './letter-tables.ts';
import type { OrganizerTables } from './organizer-tables.ts';

/** The tables, in types that SQLite and PostgreSQL share: text, ISO 8601 instants in UTC, JSON as text. */
export interface Database extends LetterTables, OrganizerTables {
  submissions: SubmissionsTable;
  deliveries: DeliveriesTable;
  tokens: TokensTable;
  /** A proof of work that was used, by the signature of its challenge, until the challenge would have expired anyway. */
  spent_proofs: { signature: string; expires_at: string };
  /** Cooldowns: what may not happen again until then, by the digest of its subject. */
  quiet_periods: { key: string; until: string };
  /** The current calendar entry of a workshop, and its start and cancellation as registered founders know them. `cancelled` is 0 or 1. */
  workshops: { slug: string; sequence: number; digest: string; starts_at: string; cancelled: number; changed_at: string };
  /** The address of a workshop's video call. Only founders who registered and organizers may learn it. */
  meeting_links: { workshop: string; url: string; changed_at: string };
  /**
   * When the founder behind a registration first pressed the button that leads to the video call, or when an organizer recorded by hand that
   * the founder joined; `actor_name` as in `entry_history`.
   */
  attendance: { submission_id: string; joined_at: string; actor: 'founder' | 'organizer'; actor_name: string | null };
  /** When an organizer removed attendance that was recorded by hand; `actor_name` as in `entry_history`. */
  attendance_removals: { submission_id: string; removed_at: string; actor_name: string | null };
  /** What a founder answered to the question after a workshop, in the words that were shown. */
  feedback: { submission_id: string; question: string; answer: string; answered_at: string };
  /** The keys of messages that are enqueued once, such as a reminder (`claims.ts`). */
  announcements: { key: string; made_at: string };
  suppressions: { email_key: string; reason: SuppressionReason; since: string };
  /** Who was erased and when, by a keyed hash of the address. A copy that contains a row was made after that erasure. */
  erasures: { address_id: string; erased_at: string };
  entries: EntriesTable;
  invitations: InvitationsTable;
  /** The transitions of each entry. A row never changes, and is deleted with its entry. */
  entry_history: {
    id: string;
    entry_id: string;
    from_state: EntryState | null;
    to_state: EntryState;
    event: EntryEvent;
    actor: Actor;
    /** The organizer who was signed in at the desk; null for the command and the desk on loopback, which know no names. */
    actor_name: string | null;
    at: string;
  };
  return_offers: ReturnOffersTable;
  /** Founders with a seat who asked to be kept among the alumnae, and the words that they saw. */
  alumnae: { entry_id: string; given_at: string; wording: string };
  house_facts: HouseFactsTable;
  /** An organizer's note to self about a founder. `author_name` is null for the command and the desk on loopback, which know no names. */
  entry_memos: { entry_id: string; text: string; author_name: string | null; changed_at: string };
  /** Retreats that were closed. `figures` is JSON: what is known of it once the personal data is erased. */
  closed_retreats: { retreat: string; closed_at: string; figures: string };
  /** How often each page was seen on a day, by campaign; programs apart (`robot` is 0 or 1). */
  page_views: { day: string; page: string; campaign: string; robot: number; count: number };
  /** One row: the transaction that counts seats locks it. */
  seat_lock: { id: number };
  /** When a channel with a spacing may make its next attempt, over all workers. */
  channel_slots: { channel: string; free_at: string };
  /** When an organizer last retried deliveries of a channel. */
  channel_retries: { channel: string; retried_at: string };
  /** The last delivery of a channel that was compared with what its receiver holds. */
  read_backs: { channel: string; delivered_at: string; delivery_id: string };
  /** When a job last ran to its end, or submissions were last deleted, by its name (`job-runs.ts`). */
  job_runs: { name: string; ran_at: string };
  /** One row, overwritten to see whether a write reaches the disk. */
  write_probe: { id: number; written_at: string };
}

export interface SubmissionsTable {
  /** In the order in which they were stored. */
  number: Generated<number>;
  /** UUID version 7: in the order of arrival, if the clocks of the instances agree. */
  id: string;
  form_id: string;
  form_kind: 'workshop' | 'waitlist';
  form_name: string;
  /** The email address in lower case and NFC: the key of a person. */
  email_key: string;
  state: SubmissionState;
  /** JSON: wire name to value, exactly as typed. */
  fields: string;
  /** JSON: the campaign parameters. */
  utm: string;
  /** JSON: the words beside each checkbox, and whether it was checked. */
  consents: string;
  /** The values in lower case, one a line, for searching. */
  search: string;
  received_at: string;
  /** The retreat whose waitlist it joins, by its slug; empty for a workshop. */
  retreat: Generated<string>;
  /** The newer submission of the same person to the same form; null while this one is current. */
  superseded_by: string | null;
}

export type SubmissionState = 'accepted' | 'held' | 'quarantined';

/** The transactional outbox: messages to other systems, stored in the transaction that causes them. */
export interface DeliveriesTable {
  /** The stable key that the receiver sees with every attempt. */
  id: string;
  submission_id: string | null;
  channel: string;
  /** Which message it is. The channel builds it when it is sent, from the data of that moment. */
  kind: string;
  /** JSON: what the message needs besides the submission. */
  payload: string;
  state: DeliveryState;
  attempts: number;
  next_attempt_at: string;
  /** When the first attempt was made (before it: when it is due), or its channel opened again: after a day of trying it is parked. */
  trying_since: string;
  /** One worker has leased it until then. */
  leased_until: string | null;
  last_error: string | null;
  /** When its first attempt failed; null before that. */
  failing_since: string | null;
  /** The data that was missing at the receiver when the delivery was read back, in words; null if none was. */
  drift: string | null;
  created_at: string;
  delivered_at: string | null;
}

export type DeliveryState = 'due' | 'delivered' | 'parked';

/** The links in emails. A token itself is in no table, only its SHA-256. */
interface TokensTable {
  hash: string;
  purpose: 'confirm';
  /** The id of the submission that the link confirms. */
  subject: string;
  expires_at: string;
  used_at: string | null;
}

/** `bounced`: the mail server rejects the address; `reminders`: the recipient unsubscribed from reminders. */
export type SuppressionReason = 'bounced' | 'reminders';

/** A founder's place on a waitlist, or a later state; one for each retreat and address. */
export interface EntriesTable {
  id: string;
  /** The slug of the retreat. */
  retreat: string;
  email_key: string;
  state: EntryState;
  joined_at: string;
  /** Since when the entry is at the head of the waitlist. */
  head_since: string | null;
  /** 1 if the founder could come at two weeks' notice. */
  short_notice: number;
}

export interface InvitationsTable {
  id: string;
  entry_id: string;
  token_hash: string;
  /** The host's note to the founder. */
  note: string;
  made_at: string;
  expires_at: string;
  revoked_at: string | null;
  answer: 'accept' | 'decline' | 'later' | null;
  answered_at: string | null;
}

/** A founder was asked to move along to the waitlist of a later retreat. */
interface ReturnOffersTable {
  entry_id: string;
  /** The slug of the later retreat. */
  retreat: string;
  asked_at: string;
  /** When the founder pressed the button, and its text; null until then. */
  accepted_at: string | null;
  wording: string | null;
}

/** What the kitchen and the house must know about a founder with a seat, exactly as typed; empty if nothing was typed. */
export interface HouseFactsTable {
  entry_id: string;
  diet: string;
  access: string;
  /** Day and time on the clock of the house, as `2030-05-01T15:00`. */
  arrival: string;
  travel: string;
  /** The name of the emergency contact, and the phone number. */
  contact: string;
  phone: string;
  changed_at: string;
}

/** Where a founder is between the waitlist and a seat. */
export type EntryState = 'waiting' | 'invited' | 'accepted' | 'declined' | 'lapsed' | 'cancelled' | 'withdrawn';

/**
 * What can happen to an entry. `join` is the waitlist form; `later` is "not this time"; `full` is an acceptance that found no free seat.
 */
export type EntryEvent =
  'join' | 'invite' | 'accept' | 'decline' | 'later' | 'full' | 'lapse' | 'revoke' | 'leave' | 'reopen' | 'resend' | 'extend';

/** Who caused a state change. */
export type Actor = 'founder' | 'organizer' | 'clock';

/** An organizer: by name if the organizer signed in at the desk. The command and the desk on loopback know no names. */
export type OrganizerActor = 'organizer' | { organizer: string };

export type NamedActor = Actor | OrganizerActor;
