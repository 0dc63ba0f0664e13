import type { Content } from './content.ts';
import { nextRetreatSlug, chooseRetreatOfForm, type ClosedRetreats } from './retreat-schedule.ts';
import { isForNextWorkshop, phaseOfWorkshop } from './workshop-schedule.ts';

/** What happens to a sign-up that is sent through a form at an instant. */
export interface FormInUse {
  /** The form that stores it: that of the next announced retreat once the form's own retreat has ended or was closed. */
  formId: string;
  /** Whether it is for the next retreat or workshop, which is not announced. */
  isForNext: boolean;
  /** Whether the retreat or workshop of that form is ahead, so that the thank-you page names the date, the calendar and the reminders. */
  isAhead: boolean;
}

/** Returns what happens to a sign-up that is sent through a form at an instant. */
export function formInUse(
  { retreats, workshops }: Pick<Content, 'retreats' | 'workshops'>,
  formId: string,
  now: Date,
  closed: ClosedRetreats,
): FormInUse {
  const workshop = workshops.find(({ form }) => form.id === formId);
  if (workshop)
    return {
      formId,
      isForNext: isForNextWorkshop(workshop, now),
      isAhead: !workshop.cancelled && phaseOfWorkshop(workshop, now) !== 'over',
    };
  const joinedSlug = chooseRetreatOfForm(retreats, formId, now, closed);
  const isForNext = joinedSlug === nextRetreatSlug;
  return { formId: retreats.find(({ slug }) => slug === joinedSlug)?.facts.waitlist.formId ?? formId, isForNext, isAhead: !isForNext };
}
