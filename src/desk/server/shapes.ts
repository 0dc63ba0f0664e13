import type { RunSheet } from '../../workshops/run-sheet.ts';
import type { EntryState } from '../../database/schema.ts';
import type { Step } from '../../retreats/repository/entries.ts';
import type { Delivery } from '../../outbox/repository.ts';
import type { ChangeToken } from '../../database/change-token.ts';
import type { Submission } from '../../forms/submission.ts';

/** What the page may ask of the desk, and what it is answered: the same types on both sides. */

/** A count for each subject, which grows when something of it changed. */
export type Versions = Record<keyof ChangeToken, number>;

/** What does not change while the desk is open. */
export interface HouseFacts {
  siteName: string;
  retreat: string;
  capacity: number;
  /** For how many days an invitation stands unless she says otherwise. */
  invitationDays: number;
  forms: { id: string; kind: Submission['formKind']; name: string }[];
  sizes: string[];
  workshops: { slug: string; title: string; dateText: string }[];
}

/** A label, and how many joined the waitlist and registered for workshops. */
export type Tally = [label: string, waitlist: number, workshop: number];

export interface Summary {
  today: number;
  yesterday: number;
  week: number;
  waitlist: number;
  workshop: number;
  held: number;
  quarantined: number;
  /** Each day from the first sign-up to today, and 30 at least, on the organizer's own calendar: 2026-11-21. */
  days: Tally[];
  sizes: Tally[];
  seats: { capacity: number; accepted: number; invited: number; waiting: number };
  deliveries: { due: number; parked: number };
}

export type RegistrationRow = [
  id: string,
  receivedAt: string,
  formKind: Submission['formKind'],
  state: Submission['state'],
  name: string,
  email: string,
  brand: string,
  systemSize: string,
];

export const sortColumns = ['received', 'form', 'state', 'name', 'email', 'brand', 'size'] as const;
export type SortColumn = (typeof sortColumns)[number];

/** Some rows of a list, from `from` on. */
export interface RegistrationsPart {
  total: number;
  from: number;
  rows: RegistrationRow[];
}

export interface RegistrationDetail {
  id: string;
  formName: string;
  state: Submission['state'];
  receivedAt: string;
  answers: [label: string, value: string][];
  older: { receivedAt: string; answers: [label: string, value: string][] }[];
  entry: { state: EntryState; history: Step[] } | null;
  deliveries: Delivery[];
}

export interface FounderCard {
  id: string;
  submissionId: string;
  state: EntryState;
  name: string;
  brand: string;
  /** The same for spellings of one brand. */
  brandKey: string;
  systemSize: string;
  joinedAt: string;
  atHead: boolean;
  shortNotice: boolean;
  invitation: { note: string; expiresAt: string } | null;
}

export interface RetreatView {
  counts: Record<EntryState, number>;
  /** Of long columns only the first; the counts tell how many there are. */
  cards: FounderCard[];
}

export interface DeliveryRow extends Delivery {
  /** Whom it is about, where it is about somebody. */
  name: string;
}

export interface DeliveriesView {
  due: number;
  parked: number;
  /** How many there are of what was asked for; the rows are the newest of them. */
  total: number;
  rows: DeliveryRow[];
}

export type QuestionsView = RunSheet;
