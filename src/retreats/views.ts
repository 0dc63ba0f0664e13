import type { Field, Problems, Values } from '../forms/definition.ts';
import type { Answer } from './repository/answers.ts';
import type { Entry } from './repository/entries.ts';
import type { EntryState } from '../database/schema.ts';

/** What an invitation's page shows. */
export interface InvitationView {
  firstName: string;
  lastName: string;
  note: string;
  /** ISO 8601, UTC. */
  expiresAt: string;
  answer: Answer | null;
  state: EntryState;
  /** Whether she may still answer, or change her mind. */
  open: boolean;
  /** A post came without an answer that there is. */
  asked: boolean;
  /** Whether the days of check-in and check-out may be told. */
  showStay: boolean;
}

/** What a founder's own page shows. */
export interface StatusView {
  /** Undefined while the store cannot say: then the page has no more than what she typed. */
  entry: Entry | undefined;
  /** What she may correct. */
  fields: Field[];
  values: Values;
  problems: Problems;
  /** A sentence on why it could not be saved, where that is no field's fault. */
  notice: string | undefined;
  /** Whether the box is ticked that says she could come at short notice; undefined where she is not asked. */
  shortNotice: boolean | undefined;
  saved: boolean;
  /** The address of the invitation that stands; undefined where there is none. */
  invitation: string | undefined;
}

/** What the page shows that sends her own page's link again. */
export interface LostLinkView {
  /** She asks for it, came with a link (to her own page, or to an invitation) that opens nothing any more, or has it sent. */
  why: 'asked' | 'page' | 'invitation' | 'sent';
}
