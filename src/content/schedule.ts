import { Temporal } from 'temporal-polyfill';
import type { WorkshopContent } from './schemas/workshop.ts';

/** What decides when a workshop takes place. */
export type Scheduled = Pick<WorkshopContent, 'on' | 'at' | 'zone' | 'minutes'>;
export type Registrable = Scheduled & Pick<WorkshopContent, 'registration' | 'cancelled'>;
export type Phase = 'upcoming' | 'underway' | 'over';

/**
 * Returns the instant at which the clocks of a zone show a day and a time. A time that they skip in spring is read as one hour later; of a time that
 * they show twice in autumn it is the first.
 */
export function instantOf(on: string, at: string, zone: string): Date {
  return new Date(Temporal.PlainDateTime.from(`${on}T${at}`).toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds);
}

/** Returns how many days one day comes after another. */
export const daysBetween = (from: string, to: string): number => Temporal.PlainDate.from(from).until(to).days;

/** Returns the day, as year-month-day, that the calendars of a zone show at an instant. */
export function dayAt(instant: Date, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone).toPlainDate().toString();
}

/** Returns the instant at which a workshop starts. */
export const startOf = (workshop: Scheduled): Date => instantOf(workshop.on, workshop.at, workshop.zone);

/** Returns the instant at which a workshop ends. */
export const endOf = (workshop: Scheduled): Date => new Date(startOf(workshop).getTime() + workshop.minutes * 60_000);

/** Returns the phase of a workshop at an instant: underway from its start up to, not including, its end. */
export function phaseOf(workshop: Scheduled, now: Date): Phase {
  if (now < startOf(workshop)) return 'upcoming';
  return now < endOf(workshop) ? 'underway' : 'over';
}

/** Returns whether a workshop takes registrations at an instant. */
export function isRegistrationOpen(workshop: Registrable, now: Date): boolean {
  if (workshop.cancelled) return false;
  if (workshop.registration === 'until-start') return now < startOf(workshop);
  return workshop.registration === 'open';
}

/** Returns the workshop that the page shows: the one underway or next, else the latest; undefined if there are none. */
export function featured<W extends Scheduled>(workshops: readonly W[], now: Date): W | undefined {
  const inOrder = workshops.toSorted((a, b) => startOf(a).getTime() - startOf(b).getTime());
  return inOrder.find((workshop) => phaseOf(workshop, now) !== 'over') ?? inOrder.at(-1);
}
