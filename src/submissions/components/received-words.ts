import type { Content } from '../../content/content.ts';
import type { OwnedForm } from '../../forms/catalog.ts';
import { paths, waitlistAnchor } from '../../paths.ts';
import { waitlistLinkText } from '../../content/retreat-schedule.ts';
import { calendarLinks } from '../../workshops/calendar.ts';

export interface ReceivedWords {
  heading: string;
  text: string[];
  /** Links that add the workshop to a calendar; none for a retreat, and once the workshop is over. */
  calendar: { href: string; text: string }[];
  next: { href: string; text: string };
  also?: { href: string; text: string };
}

/** Returns the text and links of a form's thank-you page. `isAhead` comes from `formInUse()`. */
export function receivedWords(content: Content, { retreat, workshop }: OwnedForm, isAhead: boolean): ReceivedWords {
  const { afterwardsWords } = content;
  if (retreat)
    return {
      ...(isAhead ? retreat.facts.waitlist.received : afterwardsWords.retreat.over.received),
      calendar: [],
      next: { href: paths.speakerSeries, text: 'In the meantime, take a look at our speaker series' },
      also: { href: paths.lostLink, text: 'See where you stand, or update what you told us' },
    };
  const next = { href: `${paths.home}#${waitlistAnchor}`, text: waitlistLinkText(content, new Date()) };
  // An address may be confirmed after the cancellation: then no seat was reserved, and the email about the cancellation is still to come.
  if (workshop.cancelled)
    return {
      heading: 'This workshop is cancelled',
      text: ['It won’t take place. We’ll write to you when registration opens for the next one.'],
      calendar: [],
      next,
    };
  const { heading, text } = isAhead || workshop.afterwards === 'keep' ? workshop.form.received : afterwardsWords.workshop.over.received;
  const reminder = reminderOf(workshop.reminders);
  return {
    heading,
    text: [
      ...(isAhead ? [`${workshop.title}: ${workshop.dateText}, ${workshop.timeText}.`] : []),
      ...text,
      ...(isAhead && reminder ? [reminder] : []),
    ],
    calendar: isAhead ? calendarLinks(workshop, { file: paths.calendar(workshop.slug) }) : [],
    next,
  };
}

/**
 * Returns a sentence about the reminders of a workshop; undefined without reminders. The page is built once, and is also shown to founders
 * who register when it is too late for one or all of them, and to those who unsubscribed from reminders.
 */
function reminderOf(hours: number[]): string | undefined {
  if (hours.length === 0) return undefined;
  const list = new Intl.ListFormat('en-US').format(hours.toSorted((a, b) => b - a).map(durationText));
  return `If there’s still time, we’ll remind you by email ${list} before we begin, unless you’ve asked us not to.`;
}

function durationText(hours: number): string {
  return hours >= 1 ? formatUnit(hours, 'hour') : formatUnit(Math.round(hours * 60), 'minute');
}

const formatUnit = (count: number, unit: 'hour' | 'minute'): string =>
  new Intl.NumberFormat('en-US', { style: 'unit', unit, unitDisplay: 'long' }).format(count);
