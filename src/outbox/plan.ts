import type { Content } from '../content/content.ts';
import type { NewDelivery } from '../store/outbox.ts';
import type { Submission } from '../store/submissions.ts';

/** Where submissions are sent on to; what is missing is not configured. */
export interface Destinations {
  organizerEmail?: string | undefined;
  providerForms?: string | undefined;
  providerApi?: object | undefined;
  webhook?: object | undefined;
}

/** Says what is to be sent on when a submission was stored: for a held one its confirmation, for an accepted one everything that is configured. */
export function planDeliveries({ organizerEmail, providerForms, providerApi, webhook }: Destinations, { site }: Pick<Content, 'site'>) {
  const accepted: NewDelivery[] = [
    ...(organizerEmail && site.organizerNotes === 'each' ? [{ channel: 'mail', kind: 'organizer-note' }] : []),
    ...(providerForms ? [{ channel: 'keap-form', kind: 'submission' }] : []),
    ...(providerApi ? [{ channel: 'keap-api', kind: 'submission' }] : []),
    ...(webhook ? [{ channel: 'webhook', kind: 'submission.accepted' }] : []),
  ];
  return ({ state, formKind }: Pick<Submission, 'formKind' | 'state'>): NewDelivery[] => {
    if (state === 'held') return [{ channel: 'mail', kind: 'confirm-address' }];
    return [{ channel: 'mail', kind: formKind === 'workshop' ? 'registration' : 'waitlist' }, ...accepted];
  };
}

/** Says who is told when a receiver takes nothing from us until a person mends something. */
export function planNotices({ organizerEmail }: Pick<Destinations, 'organizerEmail'>) {
  return (closed: { channel: string; reason: string }): NewDelivery[] =>
    organizerEmail ? [{ channel: 'mail', kind: 'provider-refused', payload: closed }] : [];
}
