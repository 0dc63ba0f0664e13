import { retreatZone } from '../content/format.ts';
import { isStayInSeason } from '../content/retreat-schedule.ts';
import { instantOf } from '../content/zoned-time.ts';
import type { RetreatContent } from '../content/schemas/retreat.ts';
import type { SiteContent } from '../content/schemas/site.ts';
import { dayMs } from '../durations.ts';
import { calendarFile } from '../site/calendar-file.ts';

/**
 * Returns whether the days of check-in and check-out may be shown: they lie in the retreat's season, or content says
 * that they are confirmed.
 */
export const areStayDatesPublic = (retreat: RetreatContent): boolean => isStayInSeason(retreat) || retreat.nextSteps.confirmed;

/**
 * Returns the retreat as an iCalendar file (RFC 5545), for a founder who has accepted, or with `CANCEL` for one who no longer has the seat.
 * `stamp` is the current time: of two entries with the same UID, the one with the higher SEQUENCE is current, and of two with the same
 * SEQUENCE the one with the later DTSTAMP (RFC 5546, 2.1.5).
 */
export function retreatCalendar(
  { slug, facts, nextSteps }: RetreatContent,
  site: SiteContent,
  { origin, stamp, method }: { origin: URL; stamp: Date; method: 'PUBLISH' | 'CANCEL' },
): string {
  return calendarFile(site, {
    name: facts.name,
    product: 'Retreat',
    isCancelled: method === 'CANCEL',
    event: {
      // The same retreat has the same UID, so that an entry with changed days replaces an earlier one.
      id: `retreat-${slug}@${origin.host}`,
      sequence: sequenceAt(stamp),
      stamp,
      start: instantOf(nextSteps.checkIn.on, nextSteps.checkIn.at, retreatZone),
      end: instantOf(nextSteps.checkOut.on, nextSteps.checkOut.at, retreatZone),
      summary: facts.name,
      description: [nextSteps.checkIn.text, nextSteps.checkOut.text, nextSteps.attire].join('\n'),
      location: `${facts.city}, ${facts.region}`,
    },
    alarmSeconds,
  });
}

/**
 * Returns the seconds since 2020, so that every later entry has a higher SEQUENCE (RFC 5545, 3.8.7.4), even when a founder gives up a seat
 * and gets it again. It is below 2^31, the limit of an integer (3.3.8), until 2088.
 */
const sequenceAt = (stamp: Date) => Math.floor((stamp.getTime() - Date.UTC(2020, 0)) / 1000);

const alarmSeconds = (7 * dayMs) / 1000;
