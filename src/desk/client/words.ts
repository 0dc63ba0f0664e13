import { formatInstant } from '../../content/format.ts';
import type { EntryState } from '../../database/schema.ts';
import type { Delivery } from '../../outbox/repository.ts';
import type { Submission } from '../../forms/submission.ts';

/** Instants by the organizer's own clock. */
export const dayText = (instant: string | Date) => formatInstant(instant, { day: 'numeric', month: 'long' });
export const momentText = (instant: string) =>
  formatInstant(instant, { day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' });

export const formWords: Record<Submission['formKind'], string> = { waitlist: 'Waitlist', workshop: 'Workshop' };
export const stateWords: Record<Submission['state'], string> = { accepted: 'Counts', held: 'To be confirmed', quarantined: 'Put aside' };

export const entryWords: Record<EntryState, string> = {
  waiting: 'Waiting',
  invited: 'Invited',
  accepted: 'Accepted',
  declined: 'Declined',
  lapsed: 'Lapsed',
  cancelled: 'Cancelled',
  withdrawn: 'Withdrawn',
};

export const deliveryWords: Record<Delivery['state'], string> = { due: 'On its way', delivered: 'Arrived', parked: 'Parked' };

const kinds: Record<string, string> = {
  registration: 'Workshop confirmation',
  waitlist: 'Waitlist confirmation',
  'confirm-address': 'Confirm your address',
  'organizer-note': 'Note to you',
  'organizer-digest': 'Daily digest to you',
  reminder: 'Workshop reminder',
  submission: 'Sign-up to the provider',
  invitation: 'Invitation',
  'seat-freed': 'A seat is free for you',
  'invitation-reminder': 'Invitation reminder',
  'invitation-cancelled': 'Invitation taken back',
  accepted: 'Seat confirmed',
  declined: 'Answer received: no',
  postponed: 'Answer received: not this time',
  'head-of-waitlist': 'Head of the waitlist',
  'submission.accepted': 'Sign-up',
  'invitation.answered': 'Answer to an invitation',
  'invitation.lapsed': 'An invitation ran out',
  'invitation.revoked': 'An invitation or a seat taken back',
  'entry.left': 'A founder left',
  'person.erased': 'Somebody was erased',
  'status-link': 'Link to her own page',
};
const ways: Record<string, string> = { mail: 'Mail', 'keap-form': 'Provider, form', 'keap-api': 'Provider, API', webhook: 'Webhook' };

/** What a delivery is; a kind that has no words here tells itself. */
export const kindText = (kind: string) => kinds[kind] ?? kind.replaceAll(/[-.]/gu, ' ').replace(/^./u, (letter) => letter.toUpperCase());
export const wayText = (channel: string) => ways[channel] ?? channel;
