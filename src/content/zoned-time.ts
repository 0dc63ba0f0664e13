import { Temporal } from 'temporal-polyfill';
import { minuteMs } from '../durations.ts';

// Each request for a page asks when its workshop or retreat takes place, and which day it is. Computing with time zones
// took a tenth of its time.
const knownInstants = new Map<string, number>();
const latestDays = new Map<string, { minute: number; day: string }>();

/**
 * Returns the instant at which the clocks of a zone show a day and a time. A time that the clocks skip in spring is read as one hour later;
 * a time that they show twice in autumn is read as the first one.
 */
export function instantOf(on: string, at: string, zone: string): Date {
  const key = `${on}T${at} ${zone}`;
  let instant = knownInstants.get(key);
  if (instant === undefined) {
    instant = Temporal.PlainDateTime.from(`${on}T${at}`).toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds;
    knownInstants.set(key, instant);
  }
  return new Date(instant);
}

/** Returns how many days one day comes after another. */
export const daysBetween = (from: string, to: string): number => Temporal.PlainDate.from(from).until(to).days;

/** Returns the day that comes a number of days after another. */
export const dayAfter = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();

/** Returns the day, as year-month-day, that the calendars of a zone show at an instant. */
export function dayAt(instant: Date, zone: string): string {
  const minute = Math.floor(instant.getTime() / minuteMs);
  let latest = latestDays.get(zone);
  if (latest?.minute !== minute) {
    const day = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone).toPlainDate().toString();
    latest = { minute, day };
    latestDays.set(zone, latest);
  }
  return latest.day;
}
