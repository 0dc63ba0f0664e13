import type { Content } from './content.ts';
import { featuredRetreat, hasEnded, phaseOf } from './schedule.ts';

/** Returns whether the date of a form has passed, so that it takes names for the next retreat or workshop. */
export function isFormForNext({ retreats, workshops }: Pick<Content, 'retreats' | 'workshops'>, formId: string, now: Date): boolean {
  const retreat = retreats.find(({ facts }) => facts.waitlist.formId === formId);
  if (retreat) return hasEnded(retreat, now);
  const workshop = workshops.find(({ form }) => form.id === formId);
  return workshop?.afterwards === 'turn' && phaseOf(workshop, now) === 'over';
}

/** Returns whether what a form is for is still ahead, so that its thank-you page names the date, the calendar and the reminders. */
export function isFormAhead(content: Pick<Content, 'retreats' | 'workshops'>, formId: string, now: Date): boolean {
  const workshop = content.workshops.find(({ form }) => form.id === formId);
  if (workshop && (workshop.cancelled || phaseOf(workshop, now) === 'over')) return false;
  return !isFormForNext(content, formId, now);
}

/** Returns the words of a link to the waitlist on a page that is built once: those of a season only if no other can follow it. */
export function waitlistLinkText({ retreats, afterwards }: Pick<Content, 'retreats' | 'afterwards'>, now: Date): string {
  const featured = featuredRetreat(retreats, now);
  const isLast = retreats.at(-1) === featured;
  return isLast && featured.facts.afterwards === 'keep' ? featured.facts.callToAction : afterwards.retreat.waitlistLink;
}
