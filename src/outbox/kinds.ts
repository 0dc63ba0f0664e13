import type { MailName } from '../content/schemas/emails.ts';

/** An email that the builder of another kind chooses when it builds it: `registration-late` instead of `registration`. */
export type MailVariant =
  'organizer-correction' | 'registration-late' | 'waitlist-next' | 'waitlist-again' | 'waitlist-rejoined' | 'seat-given-up';

/**
 * An email that can be enqueued. A kind is the name of its file in content/emails, except for letters, which begin with the words of one of
 * `letter-*.yaml`.
 */
export type MailKind = Exclude<MailName, `letter-${string}` | MailVariant> | 'letter' | 'letter-test';

/** The events about seats (docs/operating.md); each carries the id of the entry and its new state. */
export type SeatEvent = 'invitation.answered' | 'invitation.lapsed' | 'invitation.revoked' | 'entry.left';

/** What can be delivered, by channel. */
export interface DeliveryKinds {
  mail: MailKind;
  'keap-form': 'submission';
  'keap-api': 'submission';
  webhook: 'submission.accepted' | 'person.erased' | SeatEvent;
}
