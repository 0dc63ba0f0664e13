import { stayFindings } from '../content/checks/dates.ts';
import type { Content } from '../content/content.ts';
import { formatDay, retreatZone } from '../content/format.ts';
import { dayAt, isRetreatOver, lastDayOf } from '../content/schedule.ts';
import { areStayDatesPublic } from './itinerary.ts';

/** Returns warnings about the dates in the content that an invitation to a retreat shows, as sentences; none if the dates are right. */
export function invitationWarnings({ retreats }: Pick<Content, 'retreats'>, slug: string, now: Date): string[] {
  const retreat = retreats.find((one) => one.slug === slug);
  if (!retreat) return [];
  const { facts, nextSteps } = retreat;
  const over = isRetreatOver(retreat, now) ? [`The ${facts.season} retreat ended on ${formatDay(lastDayOf(retreat))}.`] : [];
  if (!areStayDatesPublic(retreat)) return over;
  const { on } = nextSteps.checkIn;
  const past = on < dayAt(now, retreatZone) ? [`The invitation shows ${formatDay(on)} as the day of check-in, which is in the past.`] : [];
  const findings = stayFindings(retreat).map(({ file, field, message }) => `${file}: ${field}: ${message}.`);
  return [...over, ...past, ...findings];
}
