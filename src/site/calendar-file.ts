import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus, type ICalEventData } from 'ical-generator';
import type { SiteContent } from '../content/schemas/site.ts';

interface CalendarFile {
  /** The name of the calendar, for programs that show one. */
  name: string;
  /** What the identifier of the producing program names (RFC 5545, 3.7.3). */
  product: string;
  isCancelled: boolean;
  /** A second import of the same id replaces the first. */
  event: Pick<ICalEventData, 'sequence' | 'stamp' | 'start' | 'end' | 'description' | 'location' | 'url'> & { id: string; summary: string };
  /** How long before the start a calendar reminds its owner, unless the event is cancelled. */
  alarmSeconds: number;
}

/** Escapes a text (RFC 5545, 3.3.11). The library does so for the properties of an event, but not for those of the calendar. */
const escapeText = (text: string) => text.replaceAll(/[\\;,]/gu, String.raw`\$&`).replaceAll(/\r\n|\r|\n/gu, String.raw`\n`);

/** Returns an iCalendar file (RFC 5545) with one event, which the community organizes. */
export function calendarFile(site: SiteContent, { name, product, isCancelled, event, alarmSeconds }: CalendarFile): string {
  const calendar = ical({
    name: escapeText(name),
    prodId: { company: escapeText(site.name), product, language: 'EN' },
    method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  });
  const entry = calendar.createEvent({
    ...event,
    organizer: { name: site.name, email: site.contactEmail },
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
  if (!isCancelled) entry.createAlarm({ type: ICalAlarmType.display, trigger: alarmSeconds, description: event.summary });
  // RFC 5545, 3.6.1: the properties of an event come before its alarm. The library writes some of them after it.
  const lines = calendar.toString().replace(/^(BEGIN:VALARM\r\n.*?^END:VALARM\r\n)(.*?)(?=^END:VEVENT)/msu, '$2$1');
  // RFC 5545, 3.1: every line ends with a line break, the last one too.
  return `${lines}\r\n`;
}
