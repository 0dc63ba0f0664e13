import type { Content } from '../content/content.ts';
import { interpolate } from '../content/placeholders.ts';
import { endOfWorkshop, isForNextWorkshop, isRegistrationOpen, startOfWorkshop, type Phase } from '../content/workshop-schedule.ts';
import type { WorkshopContent } from '../content/schemas/workshop.ts';

export interface Availability {
  /** Whether the workshop no longer lies ahead: it is over or cancelled. */
  isOver: boolean;
  /** Whether the page takes registrations in this phase. */
  isOpen: boolean;
  /** Whether a founder who registers is notified of the next workshop, because this one is over. */
  isForNext: boolean;
  /** The notice above the headline; none while everything is as announced. */
  notice: { title: string; text: string } | undefined;
}

/** One instant in each phase: what `isRegistrationOpen` returns changes only between phases. */
const instantIn: Record<Phase, (workshop: WorkshopContent) => Date> = {
  upcoming: (workshop) => new Date(startOfWorkshop(workshop).getTime() - 1),
  underway: startOfWorkshop,
  over: endOfWorkshop,
};

/** Returns the date of a workshop where its year is not obvious: "Friday, July 11th, 2025". */
export const dateWithYear = ({ dateText, on }: Pick<WorkshopContent, 'dateText' | 'on'>): string => `${dateText}, ${on.slice(0, 4)}`;

/** Returns what a page says of a cancelled workshop. It may have been cancelled only after its end, and then nobody was emailed. */
export const cancelledText = (isOver: boolean): string =>
  isOver ? 'It did not take place.' : 'It won’t take place. We’ve emailed everyone who registered.';

/**
 * Returns what the page of a workshop offers in a phase, and its notice. Once another workshop is featured, the page of one that is over has
 * no form.
 */
export function availabilityIn(
  phase: Phase,
  workshop: WorkshopContent,
  { afterwardsWords }: Pick<Content, 'afterwardsWords'>,
  { isFeatured = true } = {},
): Availability {
  const at = instantIn[phase](workshop);
  const isOpen = (isFeatured || phase !== 'over') && isRegistrationOpen(workshop, at, { isFeatured });
  const isOver = workshop.cancelled || phase === 'over';
  const isForNext = isOpen && isForNextWorkshop(workshop, at);
  const textForNext = isForNext ? afterwardsWords.workshop.over.notice : undefined;
  return { isOver, isOpen, isForNext, notice: noticeIn(phase, workshop, { isOpen, textForNext }) };
}

/** For founders who look for the link during the workshop. */
const ownLinkHint = ' If you registered, your link to the call is in our emails.';

/** Returns the notice of a page. `textForNext` is that of a page that takes sign-ups for the next workshop. */
function noticeIn(
  phase: Phase,
  workshop: WorkshopContent,
  { isOpen, textForNext }: { isOpen: boolean; textForNext: string | undefined },
): Availability['notice'] {
  const registration = isOpen ? 'Registration is still open.' : 'Registration is closed.';
  if (workshop.cancelled) return { title: 'This workshop is cancelled', text: cancelledText(phase === 'over') };
  if (phase === 'over') {
    const date = dateWithYear(workshop);
    const text = textForNext ? interpolate(textForNext, { date }) : `It took place on ${date}. ${registration}`;
    return { title: 'This workshop is over', text };
  }
  if (phase === 'underway')
    return { title: 'Happening now', text: `We began at ${workshop.timeText}. ${registration}${isOpen ? '' : ownLinkHint}` };
  return isOpen ? undefined : { title: 'Registration is closed', text: `The workshop will take place on ${workshop.dateText}.` };
}

/** Returns whether what was announced of a workshop no longer holds: it is cancelled, or its page has turned. */
export const hasTurned = ({ cancelled, afterwards }: Pick<WorkshopContent, 'cancelled' | 'afterwards'>, isOver: boolean): boolean =>
  cancelled || (isOver && afterwards === 'turn');

/**
 * Returns what search engines and social cards say about a workshop: its own description, or, once it is cancelled or its page has turned,
 * what the notice on the page says.
 */
export function descriptionOf(workshop: WorkshopContent, { isOver, notice }: Availability): string {
  return hasTurned(workshop, isOver) && notice ? `${notice.title}. ${notice.text}` : workshop.description;
}

/**
 * The pages that are built of each workshop, by the phase that they show and the address that they name: the featured workshop is
 * at `/speaker-series`, any other at its own address. The server picks the current page, so that nothing needs a rebuild when a
 * workshop begins or ends.
 */
export const pagesOfWorkshop = {
  upcoming: { phase: 'upcoming', isFeatured: true },
  underway: { phase: 'underway', isFeatured: true },
  over: { phase: 'over', isFeatured: true },
  announced: { phase: 'upcoming', isFeatured: false },
  past: { phase: 'over', isFeatured: false },
} as const satisfies Record<string, { phase: Phase; isFeatured: boolean }>;
