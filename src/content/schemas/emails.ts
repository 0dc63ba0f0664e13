import { z } from 'zod';
import { withPlaceholders, paragraphs, words } from './parts.ts';

const workshopPlaceholders = ['firstName', 'title', 'speaker', 'date', 'time', 'length'] as const;

const retreatPlaceholders = ['firstName', 'retreat', 'season'] as const;

/** Those of emails about an invitation whose founder may still answer, or change the answer. */
const invitationPlaceholders = [...retreatPlaceholders, 'until'] as const;

/** The emails, by the names of their files in content/emails, each with its placeholders. */
export const mailPlaceholders = {
  'confirm-address': ['form'],
  registration: workshopPlaceholders,
  'registration-late': workshopPlaceholders,
  waitlist: retreatPlaceholders,
  'waitlist-next': ['firstName'],
  'waitlist-again': ['firstName'],
  'waitlist-rejoined': ['firstName'],
  'organizer-note': ['firstName', 'form'],
  'organizer-correction': ['firstName', 'form'],
  'organizer-digest': ['date'],
  'organizer-answer': ['name', 'brand', 'answer', 'retreat', 'season'],
  reminder: workshopPlaceholders,
  'workshop-changed': workshopPlaceholders,
  'workshop-cancelled': workshopPlaceholders,
  'provider-refused': [],
  invitation: [...invitationPlaceholders, 'days', 'capacity', 'place'],
  'invitation-reminder': invitationPlaceholders,
  accepted: invitationPlaceholders,
  declined: invitationPlaceholders,
  postponed: invitationPlaceholders,
  'seat-freed': invitationPlaceholders,
  'invitation-cancelled': retreatPlaceholders,
  'seat-withdrawn': retreatPlaceholders,
  'head-of-waitlist': invitationPlaceholders,
  left: ['firstName'],
  'seat-given-up': retreatPlaceholders,
  'house-reminder': retreatPlaceholders,
  'status-link': ['firstName'],
  'letter-waitlist': retreatPlaceholders,
  'letter-news': ['firstName'],
  'letter-came': workshopPlaceholders,
  'letter-missed': workshopPlaceholders,
  'invite-back': ['firstName', 'retreat', 'season', 'later'],
} as const satisfies Record<string, readonly string[]>;

export type MailName = keyof typeof mailPlaceholders;
export type MailPlaceholder<Name extends MailName = MailName> = (typeof mailPlaceholders)[Name][number];

function mail(placeholders: readonly string[]) {
  const allowed = withPlaceholders(placeholders);
  const line = (what: string) => allowed(words(what));
  const lines = (what: string) => paragraphs(what, allowed);
  return z.strictObject({
    subject: line('the subject'),
    preview: line('what an inbox shows beside the subject'),
    heading: line('the heading'),
    text: lines('the email'),
    withButton: line('the paragraph above the button, left out where the email has no button').optional(),
    button: line("the button's words").optional(),
    after: lines('the text below the button').optional(),
    foot: line('why the recipient gets this email'),
  });
}

const registration = mail(workshopPlaceholders).extend({
  again: paragraphs('what a founder who sent the form again reads', withPlaceholders(workshopPlaceholders)).optional(),
});

const reminder = mail(workshopPlaceholders).extend({
  joinButton: withPlaceholders(workshopPlaceholders)(
    words('the words of the button that opens the call, shortly before the start'),
  ).optional(),
});

const invitation = mail(mailPlaceholders.invitation).extend({
  extendedSubject: withPlaceholders(mailPlaceholders.invitation)(words('the subject if the invitation was extended')).optional(),
  extended: paragraphs('what a founder reads whose invitation was extended', withPlaceholders(mailPlaceholders.invitation)).optional(),
});

export const emailFiles = {
  ...(Object.fromEntries(Object.entries(mailPlaceholders).map(([name, placeholders]) => [name, mail(placeholders)])) as Record<
    MailName,
    ReturnType<typeof mail>
  >),
  registration,
  reminder,
  invitation,
};

export type EmailsContent = { [Name in MailName]: z.infer<(typeof emailFiles)[Name]> };
