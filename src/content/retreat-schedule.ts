import type { Content } from './content.ts';
import { retreatZone } from './format.ts';
import type { RetreatContent } from './schemas/retreat.ts';
import { dayAfter, dayAt, instantOf } from './zoned-time.ts';

/** The facts that decide when a retreat takes place. */
export type ScheduledRetreat = {
  facts: Pick<RetreatContent['facts'], 'earliest' | 'latest'>;
  nextSteps: Pick<RetreatContent['nextSteps'], 'checkIn' | 'checkOut'>;
};

/**
 * Returns whether the days of check-in and check-out lie in the retreat's season. If not, they are a mistake, or announced
 * only to invited founders.
 */
export function isStayInSeason({ facts, nextSteps: { checkIn, checkOut } }: ScheduledRetreat): boolean {
  return [checkIn, checkOut].every(({ on }) => on >= facts.earliest && on <= facts.latest);
}

/** Returns the last day of a retreat, as year-month-day: that of check-out, or of its season while its days are not known. */
export const lastDayOfRetreat = (retreat: ScheduledRetreat): string =>
  isStayInSeason(retreat) ? retreat.nextSteps.checkOut.on : retreat.facts.latest;

/** Returns the instant at which the last day of a retreat is over. */
export const endOfRetreat = (retreat: ScheduledRetreat): Date => instantOf(dayAfter(lastDayOfRetreat(retreat), 1), '00:00', retreatZone);

/** Returns the instant at which a retreat begins: check-in, or the end of its season while its days are not known. */
export function startOfRetreat(retreat: ScheduledRetreat): Date {
  if (isStayInSeason(retreat)) return instantOf(retreat.nextSteps.checkIn.on, retreat.nextSteps.checkIn.at, retreatZone);
  return endOfRetreat(retreat);
}

/** Returns whether the last day of a retreat is over at an instant. */
export const isRetreatOver = (retreat: ScheduledRetreat, now: Date): boolean => dayAt(now, retreatZone) > lastDayOfRetreat(retreat);

/** Returns whether the last day of a retreat has passed. A retreat with `afterwards: keep` is treated as one without an end. */
export const hasRetreatEnded = (retreat: RetreatContent, now: Date): boolean =>
  retreat.facts.afterwards !== 'keep' && isRetreatOver(retreat, now);

/** Returns the retreat that the front page shows: the next one to end, else the latest. `retreats` are in the order of their last days. */
export const featuredRetreat = <R extends ScheduledRetreat>(retreats: readonly R[], now: Date): R =>
  retreats.find((retreat) => !isRetreatOver(retreat, now)) ?? retreats.at(-1)!;

/**
 * Returns whether the desk offers to close a retreat: its last day is over, and the front page does not invite founders to it, which it does
 * with `afterwards: keep` until it shows a later retreat.
 */
export const isClosable = (retreat: RetreatContent, retreats: readonly RetreatContent[], now: Date): boolean =>
  hasRetreatEnded(retreat, now) || (isRetreatOver(retreat, now) && featuredRetreat(retreats, now) !== retreat);

/** Returns the words of a link to the waitlist on a page that is built once: those of a season only if no other can follow it. */
export function waitlistLinkText({ retreats, afterwardsWords }: Pick<Content, 'retreats' | 'afterwardsWords'>, now: Date): string {
  const featured = featuredRetreat(retreats, now);
  const isLast = retreats.at(-1) === featured;
  return isLast && featured.facts.afterwards === 'keep' ? featured.facts.callToAction : afterwardsWords.retreat.waitlistLink;
}

/** The slug that stands for the next retreat while the content has no retreat ahead. */
export const nextRetreatSlug = 'next';

/** The slugs of the retreats that were closed. */
export type ClosedRetreats = Pick<ReadonlySet<string>, 'has'>;

/** Returns whether a retreat has ended or was closed: nobody can join its waitlist or be invited to it any longer. */
export const hasEndedOrClosed = (retreat: RetreatContent, now: Date, closed: ClosedRetreats): boolean =>
  hasRetreatEnded(retreat, now) || closed.has(retreat.slug);

/**
 * Returns the slug of the retreat whose waitlist a post of a form joins at an instant: its own, or the one ahead once its own has ended or
 * was closed. A form of a workshop joins none, and the slug is empty.
 */
export function chooseRetreatOfForm(retreats: readonly RetreatContent[], formId: string, now: Date, closed: ClosedRetreats): string {
  const own = retreats.find(({ facts }) => facts.waitlist.formId === formId);
  if (!own) return '';
  if (!hasEndedOrClosed(own, now, closed)) return own.slug;
  return retreats.find((retreat) => !isRetreatOver(retreat, now) && !closed.has(retreat.slug))?.slug ?? nextRetreatSlug;
}

/**
 * Returns a function that returns the slug of the retreat whose waitlist a stored submission joins if it is accepted at an instant, when
 * the retreat of its post may be over. If its form is no longer in the content, it joins the retreat of its post.
 */
export const retreatChooserOnAcceptance =
  (retreats: readonly RetreatContent[], now: Date, closed: ClosedRetreats) =>
  ({ formId, retreat }: { formId: string; retreat: string }): string =>
    chooseRetreatOfForm(retreats, formId, now, closed) || retreat;
