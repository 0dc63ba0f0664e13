import { minuteMs } from '../durations.ts';
import type { WorkshopContent } from './schemas/workshop.ts';
import { instantOf } from './zoned-time.ts';

/** The facts that decide when a workshop takes place. */
type Scheduled = Pick<WorkshopContent, 'on' | 'at' | 'zone' | 'minutes'>;
export type Registrable = Scheduled & Pick<WorkshopContent, 'registration' | 'cancelled' | 'afterwards'>;
export type Phase = 'upcoming' | 'underway' | 'over';

/** Returns the instant at which a workshop starts. */
export const startOfWorkshop = (workshop: Scheduled): Date => instantOf(workshop.on, workshop.at, workshop.zone);

/** Returns the instant at which a workshop ends. */
export const endOfWorkshop = (workshop: Scheduled): Date => new Date(startOfWorkshop(workshop).getTime() + workshop.minutes * minuteMs);

/** Returns the phase of a workshop at an instant: underway from its start up to, not including, its end. */
export function phaseOfWorkshop(workshop: Scheduled, now: Date): Phase {
  if (now < startOfWorkshop(workshop)) return 'upcoming';
  return now < endOfWorkshop(workshop) ? 'underway' : 'over';
}

/**
 * Returns whether the form of a workshop is open at an instant. After its end, a workshop with `afterwards: turn` takes sign-ups for the
 * next one, until another workshop is featured.
 */
export function isRegistrationOpen(workshop: Registrable, now: Date, { isFeatured }: { isFeatured: boolean }): boolean {
  const { cancelled, registration } = workshop;
  const isForNext = isForNextWorkshop(workshop, now);
  if (cancelled || (isForNext && !isFeatured)) return false;
  if (registration !== 'until-start') return registration === 'open';
  return now < startOfWorkshop(workshop) || isForNext;
}

/** Returns whether a workshop is over, and its form takes sign-ups for the next one. */
export const isForNextWorkshop = (workshop: Registrable, now: Date): boolean =>
  workshop.afterwards === 'turn' && phaseOfWorkshop(workshop, now) === 'over';

/** Returns the workshops that take place, in the order of their starts. If all are cancelled, returns all. */
export function workshopsTakingPlace<W extends Registrable>(workshops: readonly W[]): W[] {
  const inOrder = workshops.toSorted((a, b) => startOfWorkshop(a).getTime() - startOfWorkshop(b).getTime());
  const takingPlace = inOrder.filter(({ cancelled }) => !cancelled);
  return takingPlace.length > 0 ? takingPlace : inOrder;
}

/**
 * Returns the workshop that the page shows: the one underway or next, else the latest; there is at least one. A cancelled one is shown only
 * if all are cancelled.
 */
export function featuredWorkshop<W extends Registrable>(workshops: readonly W[], now: Date): W {
  const inOrder = workshopsTakingPlace(workshops);
  return inOrder.find((workshop) => phaseOfWorkshop(workshop, now) !== 'over') ?? inOrder.at(-1)!;
}

/** Returns whether the form of one of these workshops is open at an instant. */
export const isFormOpen = <W extends Registrable>(workshop: W, workshops: readonly W[], now: Date): boolean =>
  isRegistrationOpen(workshop, now, { isFeatured: workshop === featuredWorkshop(workshops, now) });
