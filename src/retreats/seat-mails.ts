import { paths } from '../paths.ts';
import { retreatCalendarOf, stayIsTrue } from './itinerary.ts';
import { formatDeadline } from '../content/format.ts';
import { tokenFor } from '../link-tokens.ts';
import { answersOf, greetingOf, worded } from '../mail/envelope.ts';
import type { Compose, Envelope } from '../mail/envelope.ts';

/** What happens on the way from the waitlist to a seat, each in the words of its file; the link is to her invitation. */
const about =
  (
    name:
      'invitation' | 'invitationReminder' | 'accepted' | 'declined' | 'postponed' | 'seatFreed' | 'invitationCancelled' | 'headOfWaitlist',
  ): Compose =>
  ({ submission, payload }, context) => {
    const { firstName, email } = answersOf(submission);
    const { facts } = context.content.retreat;
    const words = context.content.emails[name];
    const { invitation: id, note, expiresAt } = payload as { invitation?: string; note?: string; expiresAt?: string };
    const until = expiresAt ? formatDeadline(expiresAt) : '';
    const mail = worded(name, { firstName: greetingOf(firstName), retreat: facts.name, season: facts.season, until }, context);
    return {
      to: email,
      mail: {
        ...mail,
        text: note ? [...mail.text, note] : mail.text,
        ...(words.button &&
          id && { button: { text: words.button, href: context.siteUrl + paths.invitation(tokenFor(context.secret, 'invitation', id)) } }),
      },
    };
  };

export const invitation = about('invitation');
export const seatFreed = about('seatFreed');
export const invitationReminder = about('invitationReminder');
export const declined = about('declined');
export const postponed = about('postponed');
export const headOfWaitlist = about('headOfWaitlist');
export const invitationCancelled = about('invitationCancelled');

export const accepted: Compose = (message, context): Envelope => {
  const envelope = about('accepted')(message, context);
  if (!stayIsTrue(context.content)) return envelope;
  const text = retreatCalendarOf(context.content, new URL(context.siteUrl), context.now());
  return { ...envelope, calendar: { name: 'founder-house-retreat.ics', method: 'PUBLISH', text } };
};
