import { Temporal } from 'temporal-polyfill';
import { minuteMs } from '../durations.ts';
import { retreatZone } from './format.ts';
import type { RetreatContent } from './schemas/retreat.ts';
import type { WorkshopContent } from './schemas/workshop.ts';

/** The facts that decide when a workshop takes place. */
type Scheduled = Pick<WorkshopContent, 'on' | 'at' | 'zone' | 'minutes'>;
export type Registrable = Scheduled & Pick<WorkshopContent, 'registration' | 'cancelled' | 'afterwards'>;
export type Phase = 'upcoming' | 'underway' | 'over';

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
  const { cancelled, registration, afterwards } = workshop;
  const isOver = phaseOfWorkshop(workshop, now) === 'over';
  if (cancelled || (isOver && !isFeatured && afterwards === 'turn')) return false;
  if (registration !== 'until-start') return registration === 'open';
  return now < startOfWorkshop(workshop) || (afterwards === 'turn' && isOver);
}

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

/**
 * Returns the reminder that is due before a start, as a number of units of time; of several that are late, as after a stop, the last one.
 * Returns undefined if none is due, or after the start.
 */
export function findDueReminder(reminders: readonly number[], unitMs: number, start: Date, now: Date): number | undefined {
  const left = (start.getTime() - now.getTime()) / unitMs;
  const due = reminders.filter((reminder) => reminder >= left);
  return left > 0 && due.length > 0 ? Math.min(...due) : undefined;
}

/** The facts that decide when a retreat takes place. */
export type ScheduledRetreat = {
  facts: Pick<RetreatContent['facts'], 'earliest' | 'latest'>;
  nextSteps: Pick<RetreatContent['nextSteps'], 'checkIn' | 'checkOut'>;
};

/**
 * Returns whether the days of check-in and check-out lie in the retreat's season. If not, they are a mistake, or announced
 * only to invited founders.
 */
export function isStayInSeason({ facts, nextSteps: { checkIn, checkOut } }: ScheduledRetreat): boolean {
  return [checkIn, checkOut].every(({ on }) => on >= facts.earliest && on <= facts.latest);
}

/** Returns the last day of a retreat, as year-month-day: that of check-out, or of its season while its days are not known. */
export const lastDayOfRetreat = (retreat: ScheduledRetreat): string =>
  isStayInSeason(retreat) ? retreat.nextSteps.checkOut.on : retreat.facts.latest;

/** Returns the instant at which the last day of a retreat is over. */
export const endOfRetreat = (retreat: ScheduledRetreat): Date => instantOf(dayAfter(lastDayOfRetreat(retreat), 1), '00:00', retreatZone);

/** Returns the instant at which a retreat begins: check-in, or the end of its season while its days are not known. */
export function startOfRetreat(retreat: ScheduledRetreat): Date {
  if (isStayInSeason(retreat)) return instantOf(retreat.nextSteps.checkIn.on, retreat.nextSteps.checkIn.at, retreatZone);
  return endOfRetreat(retreat);
}

/** Returns whether the last day of a retreat is over at an instant. */
export const isRetreatOver = (retreat: ScheduledRetreat, now: Date): boolean => dayAt(now, retreatZone) > lastDayOfRetreat(retreat);

/** Returns whether the last day of a retreat has passed. A retreat with `afterwards: keep` is treated as one without an end. */
export const hasRetreatEnded = (retreat: RetreatContent, now: Date): boolean =>
  retreat.facts.afterwards !== 'keep' && isRetreatOver(retreat, now);

/** Returns the retreat that the front page shows: the next one to end, else the latest. `retreats` are in the order of their last days. */
export const featuredRetreat = <R extends ScheduledRetreat>(retreats: readonly R[], now: Date): R =>
  retreats.find((retreat) => !isRetreatOver(retreat, now)) ?? retreats.at(-1)!;

/**
 * Returns whether the desk offers to close a retreat: its last day is over, and the front page does not invite founders to it, which it does
 * with `afterwards: keep` until it shows a later retreat.
 */
export const isClosable = (retreat: RetreatContent, retreats: readonly RetreatContent[], now: Date): boolean =>
  hasRetreatEnded(retreat, now) || (isRetreatOver(retreat, now) && featuredRetreat(retreats, now) !== retreat);

/** The slug that stands for the next retreat while the content has no retreat ahead. */
export const nextRetreatSlug = 'next';

/** The slugs of the retreats that were closed. */
export type ClosedRetreats = Pick<ReadonlySet<string>, 'has'>;

/** Returns whether a retreat has ended or was closed: nobody can join its waitlist or be invited to it any longer. */
export const hasEndedOrClosed = (retreat: RetreatContent, now: Date, closed: ClosedRetreats): boolean =>
  hasRetreatEnded(retreat, now) || closed.has(retreat.slug);

/**
 * Returns the slug of the retreat whose waitlist a post of a form joins at an instant: its own, or the one ahead once its own has ended or
 * was closed. A form of a workshop joins none, and the slug is empty.
 */
export function chooseRetreatOfForm(retreats: readonly RetreatContent[], formId: string, now: Date, closed: ClosedRetreats): string {
  const own = retreats.find(({ facts }) => facts.waitlist.formId === formId);
  if (!own) return '';
  if (!hasEndedOrClosed(own, now, closed)) return own.slug;
  return retreats.find((retreat) => !isRetreatOver(retreat, now) && !closed.has(retreat.slug))?.slug ?? nextRetreatSlug;
}

/**
 * Returns a function that returns the slug of the retreat whose waitlist a stored submission joins if it is accepted at an instant, when
 * the retreat of its post may be over. If its form is no longer in the content, it joins the retreat of its post.
 */
export const retreatChooserOnAcceptance =
  (retreats: readonly RetreatContent[], now: Date, closed: ClosedRetreats) =>
  ({ formId, retreat }: { formId: string; retreat: string }): string =>
    chooseRetreatOfForm(retreats, formId, now, closed) || retreat;
