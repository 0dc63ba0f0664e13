import type { Transaction } from 'kysely';
import { hourMs } from '../durations.ts';
import { countUse, mailCooldowns, startCooldown } from '../database/cooldowns.ts';
import type { Database } from '../database/schema.ts';
import { claimKey } from '../database/claims.ts';
import type { NewDelivery } from '../outbox/enqueue.ts';
import { maxNotes, noteIntervalMs, mailCooldownMs, secondMailDelayMs } from './limits.ts';

/** A submission whose post causes emails. */
interface Cause {
  id: string;
  formId: string;
  emailKey: string;
  now: Date;
}

/**
 * Returns the deliveries that a post may enqueue. Anybody can post a form repeatedly with anybody's address: each recipient gets at most
 * two emails a day about one form and address. The second email waits a little, so that it has the newest answers. Deliveries to other
 * channels are returned unchanged.
 */
export async function withinMailLimit(db: Transaction<Database>, deliveries: NewDelivery[], cause: Cause): Promise<NewDelivery[]> {
  const allowed: NewDelivery[] = [];
  for (const delivery of deliveries) {
    const withinLimit = delivery.channel === 'mail' ? await mailWithinLimit(db, delivery, cause) : delivery;
    if (withinLimit) allowed.push(withinLimit);
  }
  return withinNoteLimit(db, allowed, { receivedAt: cause.now, now: cause.now });
}

async function mailWithinLimit(
  db: Transaction<Database>,
  delivery: NewDelivery,
  { id, formId, emailKey, now }: Cause,
): Promise<NewDelivery | undefined> {
  const until = new Date(now.getTime() + mailCooldownMs);
  const { first, second } = mailCooldowns(delivery.kind === 'organizer-note' ? 'organizer' : 'founder', formId, emailKey);
  if (await startCooldown(db, first, { now, until })) return delivery;
  if (await startCooldown(db, second, { now, until })) return { ...delivery, notBefore: new Date(now.getTime() + secondMailDelayMs) };
  await redirectWaitingMail(db, delivery.kind, { id, formId, emailKey });
  return undefined;
}

/**
 * Makes an email about older answers that waits for its first attempt an email about the submission that superseded them. No index finds
 * these answers by the one that superseded them; the form and the address do.
 */
async function redirectWaitingMail(db: Transaction<Database>, kind: string, { id, formId, emailKey }: Omit<Cause, 'now'>): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ submission_id: id })
    .where('channel', '=', 'mail')
    .where('kind', '=', kind)
    .where('state', '=', 'due')
    .where('attempts', '=', 0)
    .where('submission_id', 'in', (older) =>
      older
        .selectFrom('submissions')
        .select('id')
        .where('form_id', '=', formId)
        .where('email_key', '=', emailKey)
        .where('superseded_by', '=', id),
    )
    .execute();
}

/**
 * Returns the deliveries without the note to the organizer if very many notes were enqueued within an hour, and with one digest of this
 * hour in their place. The digest lists what was received in this hour. So a submission of an earlier hour, which was confirmed or
 * released only now, keeps its note.
 */
export async function withinNoteLimit(
  db: Transaction<Database>,
  deliveries: NewDelivery[],
  { receivedAt, now }: { receivedAt: Date; now: Date },
): Promise<NewDelivery[]> {
  if (!deliveries.some(isNote)) return deliveries;
  const isWithinRate = await countUse(db, 'notes to the organizer', { now, burst: maxNotes, intervalMs: noteIntervalMs });
  const hour = hourOf(now);
  const isOfEarlierHour = hourOf(receivedAt) < hour;
  if (isWithinRate || isOfEarlierHour) return deliveries;
  const others = deliveries.filter((delivery) => !isNote(delivery));
  // The first note of an hour that is left out enqueues the digest of that hour.
  if (!(await claimKey(db, `digest ${hour.toISOString()}`, now))) return others;
  const until = new Date(hour.getTime() + hourMs);
  const payload = { since: hour.toISOString(), until: until.toISOString() };
  return [...others, { channel: 'mail', kind: 'organizer-digest', payload, notBefore: until }];
}

const isNote = ({ kind }: NewDelivery) => kind === 'organizer-note';

const hourOf = (instant: Date) => new Date(Math.floor(instant.getTime() / hourMs) * hourMs);
