import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { SiteContent } from '../content/schemas/site.ts';
import type { WorkshopContent } from '../content/schemas/workshop.ts';
import { endOf, startOf } from '../content/schedule.ts';
import { paths } from '../paths.ts';

/**
 * A workshop as an iCalendar file (RFC 5545). Times are in UTC, which every calendar shows in its owner's zone; no time
 * zone is named, because that would need its rules in the file. The UID stays, so that a second import mends the first.
 */
export function calendarOf(workshop: WorkshopContent, site: SiteContent, origin: URL): string {
  const calendar = ical({
    name: workshop.series,
    prodId: { company: site.name, product: 'Speaker series', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: `${workshop.slug}@${origin.host}`,
    start: startOf(workshop),
    end: endOf(workshop),
    summary: workshop.title,
    description: `${workshop.description}\n\n${workshop.speaker.name}, ${workshop.speaker.role}, ${workshop.speaker.company}`,
    location: workshop.place,
    url: new URL(paths.speakerSeries, origin).href,
    organizer: { name: site.name, email: site.contactEmail },
    status: ICalEventStatus.CONFIRMED,
  });
  // RFC 5545, 3.1: every line ends with a line break, the last one too.
  return `${calendar.toString()}\r\n`;
}
