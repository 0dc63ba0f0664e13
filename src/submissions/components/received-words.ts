import type { Content } from '../../content/content.ts';
import { phaseOf } from '../../content/schedule.ts';
import type { WorkshopContent } from '../../content/schemas/workshop.ts';
import type { FormDefinition } from '../../forms/definition.ts';
import { paths, waitlistAnchor } from '../../paths.ts';
import { calendarLinks } from '../../workshops/calendar.ts';
import { standingIn } from '../../workshops/phases.ts';

export interface ReceivedWords {
  heading: string;
  text: string[];
  /** Where she may put it into her calendar; none once it is over. */
  calendar: { href: string; text: string }[];
  /** What she may like to do next. */
  next: { href: string; text: string };
  /** Another thing, less often. */
  also?: { href: string; text: string };
}

/** Whether a workshop is still to be put into a calendar, and to be reminded of. */
export const isAhead = (workshop: WorkshopContent, now: Date): boolean => !workshop.cancelled && phaseOf(workshop, now) !== 'over';

/** What the thank-you page of a form says, from that form's content, and what happens next. `ahead`: its workshop is not over. */
export function receivedWords({ retreat, workshops }: Content, { id }: Pick<FormDefinition, 'id'>, ahead: boolean): ReceivedWords {
  const workshop = workshops.find(({ form }) => form.id === id);
  if (!workshop)
    return {
      ...retreat.facts.waitlist.received,
      calendar: [],
      next: { href: paths.speakerSeries, text: 'Meanwhile, have a look at our speaker series' },
      also: { href: paths.lostLink, text: 'See where you stand, or correct what you told us' },
    };
  const next = { href: `${paths.home}#${waitlistAnchor}`, text: retreat.facts.callToAction };
  // Who confirms her address after the cancellation has no spot that was reserved.
  if (workshop.cancelled) {
    const { title, text } = standingIn('over', workshop).notice!;
    return { heading: title, text: [text], calendar: [], next };
  }
  const { heading, text } = workshop.form.received;
  const reminder = reminderOf(workshop.reminders);
  return {
    heading,
    text: [...text, ...(ahead && reminder ? [reminder] : [])],
    calendar: ahead ? calendarLinks(workshop, { file: paths.calendar(workshop.slug) }) : [],
    next,
  };
}

/** The reminders of a workshop in a sentence. */
function reminderOf(hours: number[]): string | undefined {
  if (hours.length === 0) return undefined;
  const list = new Intl.ListFormat('en-US').format(hours.toSorted((one, other) => other - one).map(spoken));
  return `We remind you by email ${list} before we begin.`;
}

function spoken(hours: number): string {
  const [count, unit] = hours >= 1 ? [hours, 'hour'] : [Math.round(hours * 60), 'minute'];
  return new Intl.NumberFormat('en-US', { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
