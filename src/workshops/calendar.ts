import type { SiteContent } from '../content/schemas/site.ts';
import type { WorkshopContent } from '../content/schemas/workshop.ts';
import { endOfWorkshop, startOfWorkshop } from '../content/workshop-schedule.ts';
import { paths } from '../paths.ts';
import { calendarFile } from '../site/calendar-file.ts';
import type { WorkshopVersion } from './repository.ts';

/** The part of a calendar entry that does not follow from the workshop's file. */
interface CalendarDetails extends WorkshopVersion {
  /** The link with which a founder who registered joins. The entry for everyone has none, and does not say how to join. */
  join?: string | undefined;
}

/**
 * Returns a workshop as an iCalendar file (RFC 5545). Times are in UTC, which every calendar shows in its owner's zone; no time
 * zone is named, because that would need its rules in the file. The UID stays, so that a second import replaces the first.
 */
export function calendarOf(
  workshop: WorkshopContent,
  site: SiteContent,
  origin: URL,
  { sequence, changedAt, join }: CalendarDetails,
): string {
  return calendarFile(site, {
    name: workshop.series,
    product: 'Speaker series',
    isCancelled: workshop.cancelled,
    event: {
      id: `${workshop.slug}@${origin.host}`,
      sequence,
      stamp: changedAt,
      start: startOfWorkshop(workshop),
      end: endOfWorkshop(workshop),
      summary: workshop.title,
      description: descriptionOf(workshop, join),
      location: join ?? workshop.place,
      // Calendars keep an entry longer than the workshop is the featured one.
      url: new URL(paths.workshop(workshop.slug), origin).href,
    },
    alarmSeconds,
  });
}

const alarmSeconds = 15 * 60;

/** RFC 5545, 3.3.5, form 2. */
const compact = (date: Date) => date.toISOString().replaceAll(/[-:]|\.\d{3}/gu, '');

/** Spaces are encoded as %20: Outlook shows a plus sign as a plus sign. */
const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString().replaceAll('+', '%20');

/** Returns links that add the same entry to calendars on the web, and a link to its file if one is given. */
export function calendarLinks(
  workshop: WorkshopContent,
  { file, join }: { file?: string | undefined; join?: string | undefined },
): { text: string; href: string }[] {
  const start = startOfWorkshop(workshop);
  const end = endOfWorkshop(workshop);
  const details = descriptionOf(workshop, join);
  const location = join ?? workshop.place;
  const google = { action: 'TEMPLATE', text: workshop.title, dates: `${compact(start)}/${compact(end)}`, details, location };
  const outlook = query({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: workshop.title,
    startdt: start.toISOString(),
    enddt: end.toISOString(),
    body: details.replaceAll('\n', '<br>'),
    location,
  });
  return [
    { text: 'Google Calendar', href: `https://calendar.google.com/calendar/render?${query(google)}` },
    { text: 'Outlook.com', href: `https://outlook.live.com/calendar/0/deeplink/compose?${outlook}` },
    { text: 'Microsoft 365', href: `https://outlook.office.com/calendar/0/deeplink/compose?${outlook}` },
    ...(file ? [{ text: 'Apple and others (.ics)', href: file }] : []),
  ];
}

function descriptionOf({ description, speaker, join: { text } }: WorkshopContent, join: string | undefined): string {
  return [description, `${speaker.name}, ${speaker.role}, ${speaker.company}`, ...(join ? [text, join] : [])].join('\n\n');
}
