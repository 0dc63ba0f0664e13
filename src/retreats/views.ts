import type { PageOptions } from '../http/pages.ts';
import type { Field, Problems, Values } from '../forms/definition.ts';
import type { Answer } from './entry-states.ts';
import type { Entry } from './repository/entries.ts';
import type { EntryState } from '../database/schema.ts';

export interface InvitationView {
  firstName: string;
  note: string;
  /** ISO 8601, UTC. */
  expiresAt: string;
  answer: Answer | null;
  state: EntryState;
  /** The slug of the retreat. */
  retreat: string;
  /** Whether the founder can still give or change an answer. */
  isOpen: boolean;
  /** Why a post changed nothing: it had no known answer, or came after the deadline. */
  problem?: 'unanswered' | 'late' | undefined;
  /** Whether the retreat has ended or was closed, and the invitation with it. */
  hasEnded: boolean;
  /** Whether the days of check-in and check-out are shown. */
  showsStay: boolean;
  /**
   * The address of the status page, where a founder with a seat answers the questions of the house or gives the seat up; undefined for
   * others.
   */
  statusHref?: string | undefined;
}

/** What was typed into a form, or is stored, and what is wrong with it. */
export interface FormView {
  values: Values;
  problems: Problems;
  /** A sentence with the reason why it could not be saved, if no field is at fault. */
  notice?: string | undefined;
}

/** What a founder can correct on the status page; a part that the page does not ask for is undefined. */
export interface CorrectionsView {
  fields: Field[];
  details?: FormView | undefined;
  /** Whether the short-notice box is checked. */
  shortNotice?: boolean | undefined;
  /** A sentence with the reason why the short-notice box could not be saved. */
  shortNoticeUnsaved?: string | undefined;
  house?: FormView | undefined;
}

export interface StatusView {
  entry: Entry;
  /** Undefined once the entry is no longer active, or its retreat has ended or was closed. */
  corrections?: CorrectionsView | undefined;
  /** Whether a founder with a seat asked to be kept among the alumnae; undefined if the page does not ask. */
  isAlumna?: boolean | undefined;
  isSaved: boolean;
  /** Whether the organizer withdrew the seat that the founder had. */
  wasSeatRevoked?: boolean;
  /** The season of the founder's retreat once it has ended or was closed; undefined before. */
  endedSeason?: string | undefined;
  /** The season of the later retreat whose waitlist the founder joined after being asked to; undefined otherwise. */
  movedToSeason?: string | undefined;
  /** The address of the founder's invitation while it is valid; undefined otherwise. */
  invitationHref?: string | undefined;
  /** The season of the later retreat whose waitlist the founder was asked to join; undefined if none. */
  laterSeason?: string | undefined;
  /** Whether the founder is on the waitlist of another retreat that has not ended, or has an invitation or a seat there. */
  isOnOtherList?: boolean;
}

/** The parts of the status page besides the state of the entry; a part that is left out has its stored value. */
export interface StatusPageOptions extends PageOptions, Omit<CorrectionsView, 'fields'> {
  isSaved?: boolean;
}

/** The contents of the page that emails a founder a new link to the status page. */
export interface LostLinkView {
  /**
   * Why it is shown: the founder asked for it, opened a link to a status page or an invitation that is not valid or no longer valid, or the
   * email was sent.
   */
  why: 'asked' | 'page' | 'invitation' | 'sent';
  /** The address that was typed and is not valid; undefined if none was sent. */
  typed?: FormView;
}
