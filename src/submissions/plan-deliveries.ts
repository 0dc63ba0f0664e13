import type { Content } from '../content/content.ts';
import { retreatZone } from '../content/format.ts';
import { dayAfter, dayAt, instantOf } from '../content/zoned-time.ts';
import type { NewDelivery } from '../outbox/enqueue.ts';
import type { Submission } from '../forms/submission.ts';

/**
 * Returns when the digest of a day is due: at one in the morning of the next day, by the clock of the retreat. The hour in between is for
 * posts that are still being stored.
 */
export const digestTime = (day: string): Date => instantOf(dayAfter(day, 1), '01:00', retreatZone);

/** Returns the email to the founder that a submission causes: for a held one, the email that asks to confirm the address. */
export function founderMail({ state, formKind }: Pick<Submission, 'state' | 'formKind'>): NewDelivery {
  if (state === 'held') return { channel: 'mail', kind: 'confirm-address' };
  return { channel: 'mail', kind: formKind === 'workshop' ? 'registration' : 'waitlist' };
}

/** The settings of the destinations of submissions; those of a destination that is not configured are undefined. */
interface Destinations {
  organizerEmail?: string | undefined;
  providerForms?: string | undefined;
  providerApi?: object | undefined;
  webhook?: object | undefined;
}

/**
 * Returns a function that lists the deliveries of a submission: the founder's email, for an accepted one a delivery to every
 * configured channel, and a note to the organizer unless the digest of the day will list it. `receivedAt` is given for a submission that was
 * stored earlier and is accepted only now.
 */
export function createPlanDeliveries(
  { organizerEmail, providerForms, providerApi, webhook }: Destinations,
  content: () => Pick<Content, 'site'>,
  now: () => Date,
) {
  const note: NewDelivery[] = organizerEmail ? [{ channel: 'mail', kind: 'organizer-note' }] : [];
  const toReceivers: NewDelivery[] = [];
  if (providerForms) toReceivers.push({ channel: 'keap-form', kind: 'submission' });
  if (providerApi) toReceivers.push({ channel: 'keap-api', kind: 'submission' });
  if (webhook) toReceivers.push({ channel: 'webhook', kind: 'submission.accepted' });
  type Planned = Pick<Submission, 'formKind' | 'state'> & Partial<Pick<Submission, 'receivedAt'>>;
  return ({ state, formKind, receivedAt }: Planned): NewDelivery[] => {
    const mail = founderMail({ state, formKind });
    if (state === 'held') return [mail];
    // The digest of its day has been sent without it.
    const missedDigest = receivedAt !== undefined && digestTime(dayAt(new Date(receivedAt), retreatZone)) <= now();
    return [mail, ...(content().site.organizerNotes === 'each' || missedDigest ? note : []), ...toReceivers];
  };
}

export type PlanDeliveries = ReturnType<typeof createPlanDeliveries>;
