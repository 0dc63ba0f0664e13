import type { Content } from '../content/content.ts';
import { nextRetreatSlug } from '../content/retreat-schedule.ts';
import type { Submission } from '../forms/submission.ts';

/**
 * Returns the season of the waitlist that a submission joined if it is not that of its form, whose retreat was over or closed; undefined
 * otherwise.
 */
export function otherSeasonOf(
  { formId, retreat }: Pick<Submission, 'formId' | 'retreat'>,
  { retreats }: Pick<Content, 'retreats'>,
): string | undefined {
  if (retreat === nextRetreatSlug) return 'next retreat';
  const joined = retreats.find(({ slug }) => slug === retreat);
  return joined && joined.facts.waitlist.formId !== formId ? joined.facts.season : undefined;
}

/** Returns the name of a submission's form, with the season of the waitlist that it joined if that is another one. */
export function formNameWithSeason(submission: Submission, content: Pick<Content, 'retreats'>): string {
  const season = otherSeasonOf(submission, content);
  if (season === undefined) return submission.formName;
  return `${submission.formName} (for ${submission.retreat === nextRetreatSlug ? 'the next retreat' : season})`;
}

/** Returns the name of a submission's form as the organizer's emails have it: a founder may sign up for a workshop that is cancelled. */
export function formNameInMails(submission: Submission, content: Pick<Content, 'retreats' | 'workshops'>): string {
  const isCancelled = content.workshops.some(({ form, cancelled }) => cancelled && form.id === submission.formId);
  return isCancelled ? `${submission.formName} (cancelled)` : formNameWithSeason(submission, content);
}
