import type { WorkshopContent } from './schemas/workshop.ts';

/** What the clock needs to know of a workshop. */
export type Scheduled = Pick<WorkshopContent, 'on' | 'at' | 'zone' | 'minutes'>;
export type Registrable = Scheduled & Pick<WorkshopContent, 'registration' | 'cancelled'>;
export type Phase = 'upcoming' | 'underway' | 'over';

const minute = 60_000;

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const part = Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(part['year']!, part['month']! - 1, part['day'], part['hour'], part['minute'], part['second']) - instant;
}

/**
 * When a wall clock in a zone shows a date and a time. An hour that the clocks skip in spring is read as the hour after
 * it; an hour that they show twice in autumn is the first of the two.
 */
export function instantOf(on: string, at: string, zone: string): Date {
  const shown = Date.parse(`${on}T${at}:00Z`);
  const before = offsetAt(shown - 24 * 60 * minute, zone);
  const after = offsetAt(shown + 24 * 60 * minute, zone);
  const candidates = [shown - before, shown - after].filter((instant) => instant + offsetAt(instant, zone) === shown);
  return new Date(candidates.length > 0 ? Math.min(...candidates) : shown - before);
}

/** The instant at which a workshop starts. */
export const startOf = (workshop: Scheduled): Date => instantOf(workshop.on, workshop.at, workshop.zone);

/** The instant at which a workshop is over. */
export const endOf = (workshop: Scheduled): Date => new Date(startOf(workshop).getTime() + workshop.minutes * minute);

/** Where a workshop stands at an instant: underway from its first second up to, not including, its end. */
export function phaseOf(workshop: Scheduled, now: Date): Phase {
  if (now < startOf(workshop)) return 'upcoming';
  return now < endOf(workshop) ? 'underway' : 'over';
}

/** Whether a registration is taken at an instant. */
export function isRegistrationOpen(workshop: Registrable, now: Date): boolean {
  if (workshop.cancelled) return false;
  if (workshop.registration === 'until-start') return now < startOf(workshop);
  return workshop.registration === 'open';
}

/** The workshop that the page shows: the one underway or next to come, else the latest one; none if there are none. */
export function featured<W extends Scheduled>(workshops: readonly W[], now: Date): W | undefined {
  const inOrder = workshops.toSorted((one, other) => startOf(one).getTime() - startOf(other).getTime());
  return inOrder.find((workshop) => phaseOf(workshop, now) !== 'over') ?? inOrder.at(-1);
}
