import type { EntryEvent, EntryState } from '../database/schema.ts';

/** A step in which a founder answers, or does not answer in time. */
interface AnswerStep {
  event: EntryEvent;
  to: EntryState;
}

export const answerEvents = ['accept', 'decline', 'later', 'full', 'lapse', 'leave'] as const satisfies EntryEvent[];

const texts: Record<EntryState, string> = {
  accepted: 'accepted a seat',
  declined: 'declined the invitation',
  waiting: 'cannot come this time and stays on the waitlist',
  lapsed: 'did not answer in time',
  cancelled: 'gave up the seat',
  withdrawn: 'left the waitlist',
  invited: 'has an invitation',
};

/** Returns the text after the founder's name in mails to the organizer. */
export const answerText = ({ event, to }: AnswerStep): string =>
  event === 'full' ? 'accepted after all seats were taken, and is at the head of the waitlist' : texts[to];
