import { endOf, isRegistrationOpen, startOf, type Phase } from '../content/schedule.ts';
import type { WorkshopContent } from '../content/schemas/workshop.ts';

/** The page is built once for each phase, and the server picks the current one, so that nothing needs a rebuild when a workshop begins or ends. */
export const phases = ['upcoming', 'underway', 'over'] as const satisfies readonly Phase[];

export interface Availability {
  /** Whether the workshop no longer lies ahead: it is over or cancelled. */
  over: boolean;
  /** Whether the page takes registrations in this phase. */
  open: boolean;
  /** The notice above the headline; none while everything is as announced. */
  notice: { title: string; text: string } | undefined;
}

/** One instant in each phase: what `isRegistrationOpen` returns changes only between phases. */
const instantIn: Record<Phase, (workshop: WorkshopContent) => Date> = {
  upcoming: (workshop) => new Date(startOf(workshop).getTime() - 1),
  underway: startOf,
  over: endOf,
};

/** Returns what the page of a workshop offers in a phase, and its notice. */
export function availabilityIn(phase: Phase, workshop: WorkshopContent): Availability {
  const open = isRegistrationOpen(workshop, instantIn[phase](workshop));
  const registration = open ? 'Registration is still open.' : 'Registration is closed.';
  if (workshop.cancelled)
    return {
      over: true,
      open,
      notice: { title: 'This workshop is cancelled', text: 'It does not take place. Everyone who registered has a mail from us.' },
    };
  if (phase === 'over')
    return { over: true, open, notice: { title: 'This workshop is over', text: `It took place on ${workshop.dateText}. ${registration}` } };
  if (phase === 'underway')
    return { over: false, open, notice: { title: 'Happening now', text: `We began at ${workshop.timeText}. ${registration}` } };
  return {
    over: false,
    open,
    notice: open ? undefined : { title: 'Registration is closed', text: `The workshop takes place on ${workshop.dateText}.` },
  };
}
