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
  /** The slug of the retreat. */
  retreat: string;
  /** Whether the founder can still give or change an answer. */
  open: boolean;
  /** A post came without an answer that there is. */
  asked: boolean;
  /** Whether the days of check-in and check-out are shown. */
  showStay: boolean;
}

/** The form in which a founder with a seat tells the house what it must know. */
export interface HouseView {
  values: Values;
  problems: Problems;
  /** A sentence on why it could not be saved, where that is no field's fault. */
  notice: string | undefined;
}

/** What a founder's own page shows. */
export interface StatusView {
  /** Undefined while the store cannot be read: the page then shows only the form with what was typed. */
  entry?: Entry | undefined;
  /** The fields that the founder can correct. */
  fields: Field[];
  values: Values;
  problems: Problems;
  /** A sentence on why it could not be saved, where that is no field's fault. */
  notice?: string | undefined;
  /** Whether a founder with a seat asked to be kept among the alumnae; undefined if the page does not ask. */
  alumna?: boolean | undefined;
  /** Whether the short-notice box is ticked; undefined if the page does not ask. */
  shortNotice?: boolean | undefined;
  /** What the house must know; undefined if the page does not ask. */
  house?: HouseView | undefined;
  saved: boolean;
  /** The season of the later retreat whose waitlist the founder has just joined; undefined otherwise. */
  movedTo?: string | undefined;
  /** The address of the founder's invitation while it is valid; undefined otherwise. */
  invitation?: string | undefined;
  /** The season of the later retreat whose waitlist the founder was asked to join; undefined if none. */
  later?: string | undefined;
}

/** What the page shows that mails a founder a new link to the status page. */
export interface LostLinkView {
  /**
   * Why it is shown: the founder asked for it, opened a link to a status page or an invitation that is not valid (any
   * more), or the mail was sent.
   */
  why: 'asked' | 'page' | 'invitation' | 'sent';
}
