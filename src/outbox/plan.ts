import type { NewDelivery } from '../store/outbox.ts';
import type { Submission } from '../store/submissions.ts';

/** Says what is to be sent on when a submission was stored: for a held one its confirmation, for an accepted one what is configured. */
export function planDeliveries() {
  return ({ state }: Pick<Submission, 'formId' | 'formKind' | 'state'>): NewDelivery[] =>
    state === 'held' ? [{ channel: 'mail', kind: 'confirm-address' }] : [];
}
