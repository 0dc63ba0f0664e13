import { Undeliverable } from '../outbox/channel.ts';
import type { Message } from '../outbox/channel.ts';
import { confirmAddress } from '../submissions/mails.ts';
import type { Compose, Envelope, MailContext } from '../mail/envelope.ts';
import { organizerDigest, organizerNote, providerRefused } from '../submissions/organizer-mails.ts';
import {
  accepted,
  declined,
  headOfWaitlist,
  invitation,
  invitationCancelled,
  invitationReminder,
  postponed,
  seatFreed,
} from '../retreats/seat-mails.ts';
import { statusLink, waitlist } from '../retreats/waitlist-mails.ts';
import { registration, reminder, workshopCancelled, workshopChanged } from '../workshops/mails.ts';

/** The mails about a submission, by the kind of their delivery. */
const aboutSubmission: Record<string, Compose> = {
  'confirm-address': confirmAddress,
  registration,
  waitlist,
  reminder,
  'workshop-changed': workshopChanged,
  'workshop-cancelled': workshopCancelled,
  'organizer-note': organizerNote,
  invitation,
  'seat-freed': seatFreed,
  'invitation-reminder': invitationReminder,
  accepted,
  declined,
  postponed,
  'head-of-waitlist': headOfWaitlist,
  'invitation-cancelled': invitationCancelled,
  'status-link': statusLink,
};

const aboutNone: Record<string, (message: Message, context: MailContext) => Envelope> = {
  'organizer-digest': organizerDigest,
  'provider-refused': providerRefused,
};

/** The mail of a delivery. Throws NotNeeded, Undeliverable. */
export function compose(message: Message, context: MailContext): Envelope {
  const alone = aboutNone[message.kind];
  if (alone) return alone(message, context);
  const make = aboutSubmission[message.kind];
  if (!make) throw new Undeliverable(`this release knows no mail called ${message.kind}`);
  if (!message.submission) throw new Undeliverable('the submission that this was about is erased');
  return make({ ...message, submission: message.submission }, context);
}

/** Those that a person may stop. */
export const reminders = new Set(['reminder']);
