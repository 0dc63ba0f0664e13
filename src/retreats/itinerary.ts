import ical, { ICalAlarmType, ICalCalendarMethod } from 'ical-generator';
import type { Content } from '../content/content.ts';
import { retreatZone } from '../content/format.ts';
import { instantOf } from '../content/schedule.ts';

/** Returns whether the days of check-in and check-out may be shown: they lie in the retreat's season, or content says that they are confirmed. */
export function areStayDatesPublic({ retreat: { facts, nextSteps } }: Pick<Content, 'retreat'>): boolean {
  const inSeason = [nextSteps.checkIn, nextSteps.checkOut].every(({ on }) => on >= facts.earliest && on <= facts.latest);
  return inSeason || nextSteps.confirmed;
}

/** Returns the retreat as an iCalendar file (RFC 5545), for founders who have accepted. */
export function retreatCalendar({ site, retreat: { facts, nextSteps } }: Content, origin: URL, stamp: Date): string {
  const calendar = ical({
    name: facts.name,
    prodId: { company: site.name, product: 'Retreat', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  });
  const event = calendar.createEvent({
    id: `retreat-${nextSteps.checkIn.on}@${origin.host}`,
    stamp,
    start: instantOf(nextSteps.checkIn.on, nextSteps.checkIn.at, retreatZone),
    end: instantOf(nextSteps.checkOut.on, nextSteps.checkOut.at, retreatZone),
    summary: facts.name,
    description: [nextSteps.text, nextSteps.checkIn.text, nextSteps.checkOut.text, nextSteps.attire].join('\n'),
    location: `${facts.city}, ${facts.region}`,
    organizer: { name: site.name, email: site.contactEmail },
  });
  event.createAlarm({ type: ICalAlarmType.display, trigger: alarmSeconds, description: facts.name });
  return `${calendar.toString()}\r\n`;
}

/** The alarm rings a week before check-in. */
const alarmSeconds = 7 * 24 * 60 * 60;
