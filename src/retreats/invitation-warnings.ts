import { stayFindings } from '../content/checks/dates.ts';
import type { Content, FileProblem } from '../content/content.ts';
import { formatDay, retreatZone } from '../content/format.ts';
import { dayAt, isRetreatOver, lastDayOfRetreat } from '../content/schedule.ts';
import { areStayDatesPublic } from './itinerary.ts';

export type NamePlace = (problem: Pick<FileProblem, 'file' | 'field'>) => string;

/**
 * Returns warnings about the dates in the content that an invitation to a retreat shows, as sentences; none if the dates are right.
 * `nameOf` names the place of a date to the organizer.
 */
export function invitationWarnings(
  { retreats }: Pick<Content, 'retreats'>,
  slug: string,
  now: Date,
  nameOf: NamePlace = ({ file, field }) => `${file}: ${field}`,
): string[] {
  const retreat = retreats.find((one) => one.slug === slug);
  if (!retreat) return [];
  const { facts, nextSteps } = retreat;
  const over = isRetreatOver(retreat, now) ? [`The ${facts.season} retreat ended on ${formatDay(lastDayOfRetreat(retreat))}.`] : [];
  if (!areStayDatesPublic(retreat)) return over;
  const { on } = nextSteps.checkIn;
  const past = on < dayAt(now, retreatZone) ? [`The invitation shows ${formatDay(on)} as the day of check-in, which is in the past.`] : [];
  const findings = stayFindings(retreat).map((finding) => `${nameOf(finding)}: ${finding.message}.`);
  return [...over, ...past, ...findings];
}
