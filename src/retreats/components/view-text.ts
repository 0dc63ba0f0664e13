/** The texts and options of a founder's own pages, derived from the stored entry. */
import type { Content } from '../../content/content.ts';
import type { AfterwardsWords } from '../../content/schemas/afterwards.ts';
import type { InvitationWords, RetreatContent } from '../../content/schemas/retreat.ts';
import type { StatusWords } from '../../content/schemas/status.ts';
import { formatDeadline } from '../../content/format.ts';
import { interpolate } from '../../content/placeholders.ts';
import { answers, type Answer } from '../entry-states.ts';
import type { EntryState } from '../../database/schema.ts';
import type { Entry } from '../repository/entries.ts';
import { retreatPlaceholders } from '../shared-texts.ts';
import type { InvitationView, StatusView } from '../views.ts';

/** Replaces the placeholders in an editor's words by the facts of one founder. */
export type Personalize = (text: string) => string;

/** Returns the function that personalizes the words of an invitation. */
export function invitationPersonalizer({ firstName, expiresAt }: InvitationView, { facts }: Pick<RetreatContent, 'facts'>): Personalize {
  const values = { ...retreatPlaceholders(facts), firstName, until: formatDeadline(expiresAt) };
  return (text) => interpolate(text, values);
}

/** Returns the function that personalizes the words of a status page. */
export function statusPersonalizer(
  { entry }: Pick<StatusView, 'entry'>,
  { contactEmail }: Pick<Content['site'], 'contactEmail'>,
): Personalize {
  const values = {
    until: entry.invitation ? formatDeadline(entry.invitation.expiresAt) : '',
    email: entry.submission.person.email,
    contact: contactEmail,
  };
  return (text) => interpolate(text, values);
}

/** Returns the name, season and place of the retreat with a slug; that of the next retreat if the content has none. */
export function retreatLine({ retreats, afterwardsWords }: Pick<Content, 'retreats' | 'afterwardsWords'>, slug: string): string {
  const facts = retreats.find((retreat) => retreat.slug === slug)?.facts;
  return facts ? `${facts.name}, ${facts.season} in ${facts.city}, ${facts.region}` : afterwardsWords.retreat.over.form.heading;
}

/** Returns the stage that a founder has reached on the waitlist. Ranks stay private, except `next`: the head of the list. */
function stageOf({ state, headSince }: Pick<Entry, 'state' | 'headSince'>, wasSeatRevoked: boolean): keyof StatusWords['standing'] {
  if (state === 'cancelled' && wasSeatRevoked) return 'revoked';
  return state === 'waiting' && headSince ? 'next' : state;
}

/** What a founder's own page says about the stage that the founder has reached. */
export interface StageText {
  heading: string;
  text: string[];
}

/** Returns what a founder's own page says once the retreat of a season has ended. */
export function endedStageText({ ended }: AfterwardsWords['retreat'], season: string, state: EntryState): StageText {
  const inSeason = (text: string) => interpolate(text, { season });
  return { heading: inSeason(ended.heading), text: [inSeason(state === 'accepted' ? ended.attended : ended.missed)] };
}

/** Returns what a founder's own page says about the stage of the founder, or that the retreat has ended. */
export function stageTextOf(
  { entry, endedSeason, wasSeatRevoked = false }: Pick<StatusView, 'entry' | 'endedSeason' | 'wasSeatRevoked'>,
  { standing }: Pick<StatusWords, 'standing'>,
  endedWords: AfterwardsWords['retreat'],
): StageText {
  return endedSeason === undefined ? standing[stageOf(entry, wasSeatRevoked)] : endedStageText(endedWords, endedSeason, entry.state);
}

/** Returns the result of the answer to an invitation; undefined while there is no answer. */
export function outcomeOf({ answer, state }: InvitationView): keyof InvitationWords['answered'] | undefined {
  if (answer === null) return undefined;
  if (state === 'cancelled') return 'cancelled';
  // Accepted but still waiting: no seat was left.
  if (answer === 'accept') return state === 'waiting' ? 'full' : 'accepted';
  return answer === 'decline' ? 'declined' : 'later';
}

/** Returns whether the page still says that there is a seat: until an answer without one is given. */
export function isSeatOffered(view: InvitationView): boolean {
  const outcome = outcomeOf(view);
  return outcome === undefined || outcome === 'accepted';
}

/** Returns the answers that an invitation still offers: all but the current one and those with the same result. */
export function offeredAnswers(view: InvitationView): Answer[] {
  if (!view.isOpen) return [];
  const outcome = outcomeOf(view);
  if (outcome === 'accepted') return ['decline'];
  if (outcome === 'cancelled') return ['accept'];
  return answers.filter((answer) => answer !== view.answer);
}
