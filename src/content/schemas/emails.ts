import { z } from 'zod';
import { withPlaceholders, paragraphs, words } from './parts.ts';

const workshopPlaceholders = ['firstName', 'title', 'speaker', 'date', 'time', 'length'] as const;

const retreatPlaceholders = ['firstName', 'retreat', 'season', 'until'] as const;

/** content/emails has one file for each mail. These are the mails by their field of `Content['emails']`, each with its placeholders. */
export const mailPlaceholders = {
  confirmAddress: ['form'],
  registration: workshopPlaceholders,
  registrationLate: workshopPlaceholders,
  waitlist: ['firstName', 'retreat', 'season'],
  waitlistNext: ['firstName'],
  organizerNote: ['firstName', 'form'],
  organizerDigest: ['date'],
  organizerAnswer: ['name', 'brand', 'answer', 'retreat', 'season'],
  reminder: workshopPlaceholders,
  workshopChanged: workshopPlaceholders,
  workshopCancelled: workshopPlaceholders,
  providerRefused: [],
  invitation: retreatPlaceholders,
  invitationReminder: retreatPlaceholders,
  accepted: retreatPlaceholders,
  declined: retreatPlaceholders,
  postponed: retreatPlaceholders,
  seatFreed: retreatPlaceholders,
  invitationCancelled: retreatPlaceholders,
  seatWithdrawn: retreatPlaceholders,
  headOfWaitlist: retreatPlaceholders,
  houseReminder: ['firstName', 'retreat', 'season'],
  statusLink: ['firstName'],
  letterWaitlist: ['firstName', 'retreat', 'season'],
  letterNews: ['firstName'],
  letterCame: workshopPlaceholders,
  letterMissed: workshopPlaceholders,
  inviteBack: ['firstName', 'retreat', 'season', 'later'],
} as const satisfies Record<string, readonly string[]>;

export type MailName = keyof typeof mailPlaceholders;

function mail(placeholders: readonly string[]) {
  const allowed = withPlaceholders(placeholders);
  const line = (what: string) => allowed(words(what));
  const lines = (what: string) => paragraphs(what, allowed);
  return z.strictObject({
    subject: line('the subject'),
    preview: line('what an inbox shows beside the subject'),
    heading: line('the heading'),
    text: lines('the mail'),
    button: line("the button's words").optional(),
    after: lines('the text below the button').optional(),
    foot: line('why the recipient gets this mail'),
  });
}

export const emailFiles = Object.fromEntries(
  Object.entries(mailPlaceholders).map(([name, placeholders]) => [name, mail(placeholders)]),
) as Record<MailName, ReturnType<typeof mail>>;

export type EmailsContent = Record<MailName, z.infer<ReturnType<typeof mail>>>;
