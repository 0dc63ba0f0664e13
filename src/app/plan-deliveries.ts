import type { Content } from '../content/content.ts';
import type { NewDelivery } from '../outbox/repository.ts';
import type { Submission } from '../forms/submission.ts';
import { digestTime } from '../submissions/jobs.ts';

/** Where submissions are sent on to; what is missing is not configured. */
export interface Destinations {
  organizerEmail?: string | undefined;
  providerForms?: string | undefined;
  providerApi?: object | undefined;
  webhook?: object | undefined;
}

/**
 * Says what is to be sent on when a submission was stored: for a held one its confirmation, for an accepted one everything that is configured.
 * `receivedAt`: where it was stored before, and counts only now.
 */
export function planDeliveries(
  { organizerEmail, providerForms, providerApi, webhook }: Destinations,
  { site }: Pick<Content, 'site'>,
  now: () => Date,
) {
  const note = organizerEmail ? [{ channel: 'mail', kind: 'organizer-note' }] : [];
  const accepted: NewDelivery[] = [
    ...(providerForms ? [{ channel: 'keap-form', kind: 'submission' }] : []),
    ...(providerApi ? [{ channel: 'keap-api', kind: 'submission' }] : []),
    ...(webhook ? [{ channel: 'webhook', kind: 'submission.accepted' }] : []),
  ];
  return ({ state, formKind, receivedAt }: Pick<Submission, 'formKind' | 'state'> & Partial<Submission>): NewDelivery[] => {
    if (state === 'held') return [{ channel: 'mail', kind: 'confirm-address' }];
    // The digest of her day has gone out without her.
    const missed = receivedAt !== undefined && digestTime(new Date(receivedAt)) <= now();
    return [
      { channel: 'mail', kind: formKind === 'workshop' ? 'registration' : 'waitlist' },
      ...(site.organizerNotes === 'each' || missed ? note : []),
      ...accepted,
    ];
  };
}

/** Says who is told when a receiver takes nothing from us until a person mends something. */
export function planNotices({ organizerEmail }: Pick<Destinations, 'organizerEmail'>) {
  return (closed: { channel: string; reason: string }): NewDelivery[] =>
    organizerEmail ? [{ channel: 'mail', kind: 'provider-refused', payload: closed }] : [];
}
