import { z } from 'zod';
import { filledIn, paragraphs, words } from './parts.ts';

const workshopPlaces = ['firstName', 'title', 'speaker', 'date', 'time', 'length'] as const;

const retreatPlaces = ['firstName', 'retreat', 'season', 'until'] as const;

/** content/emails: a file a mail, by their field of `Content['emails']`, with what may stand between braces in it and is filled in for each reader. */
export const mailPlaces = {
  confirmAddress: ['form'],
  registration: workshopPlaces,
  waitlist: ['firstName', 'retreat', 'season'],
  organizerNote: ['firstName', 'form'],
  organizerDigest: ['date'],
  reminder: workshopPlaces,
  workshopChanged: workshopPlaces,
  workshopCancelled: workshopPlaces,
  providerRefused: [],
  invitation: retreatPlaces,
  invitationReminder: retreatPlaces,
  accepted: retreatPlaces,
  declined: retreatPlaces,
  postponed: retreatPlaces,
  seatFreed: retreatPlaces,
  invitationCancelled: retreatPlaces,
  headOfWaitlist: retreatPlaces,
  statusLink: ['firstName'],
} as const satisfies Record<string, readonly string[]>;

export type MailName = keyof typeof mailPlaces;

function mail(places: readonly string[]) {
  const filled = filledIn(places);
  const line = (what: string) => filled(words(what));
  const lines = (what: string) => paragraphs(what, filled);
  return z.strictObject({
    subject: line('the subject'),
    preview: line('what an inbox shows beside the subject'),
    heading: line('the heading'),
    text: lines('the mail'),
    button: line("the button's words").optional(),
    after: lines('what stands below the button').optional(),
    foot: line('why she gets this mail'),
  });
}

export const emailFiles = Object.fromEntries(Object.entries(mailPlaces).map(([name, places]) => [name, mail(places)])) as Record<
  MailName,
  ReturnType<typeof mail>
>;

export type EmailsContent = Record<MailName, z.infer<ReturnType<typeof mail>>>;
