import { z } from 'zod';
import { paragraphs, words } from './parts.ts';

/** What may stand between braces in a mail, and is filled in for each reader. */
const places = [
  'firstName',
  'form',
  'title',
  'speaker',
  'date',
  'time',
  'newDate',
  'newTime',
  'hours',
  'host',
  'until',
  'retreat',
  'season',
];

const filled = (text: string) => [...text.matchAll(/\{([^}]*)\}/gu)].every(([, name]) => places.includes(name as string));
const placed = 'between braces only these words are filled in: ' + places.join(', ');

const line = (what: string) => words(what).refine(filled, placed);
const lines = (what: string) => paragraphs(what).refine((texts) => texts.every(filled), placed);

const mail = z.strictObject({
  subject: line('the subject'),
  preview: line('what an inbox shows beside the subject'),
  heading: line('the heading'),
  text: lines('the mail'),
  button: line("the button's words").optional(),
  after: lines('what stands below the button').optional(),
  foot: line('why she gets this mail'),
});

/** content/emails: a file a mail, by their field of `Content['emails']`. */
export const emailFiles = {
  confirmAddress: mail,
  registration: mail,
  waitlist: mail,
  organizerNote: mail,
  organizerDigest: mail,
  reminder: mail,
  workshopChanged: mail,
  workshopCancelled: mail,
  providerRefused: mail,
  invitation: mail,
  invitationReminder: mail,
  accepted: mail,
  declined: mail,
  postponed: mail,
  seatFreed: mail,
  invitationCancelled: mail,
  headOfWaitlist: mail,
  statusLink: mail,
};

export type MailWords = z.infer<typeof mail>;
export type EmailsContent = Record<keyof typeof emailFiles, MailWords>;
