import type { Transaction } from 'kysely';
import { hourMs } from '../durations.ts';
import { mailAllowances, startCooldown, takeTurn } from '../database/cooldowns.ts';
import type { Database } from '../database/schema.ts';
import { claimKey } from '../outbox/repository.ts';
import type { NewDelivery } from '../outbox/enqueue.ts';
import { maxNotes, noteIntervalMs, mailAllowanceMs, secondMailDelayMs } from './limits.ts';

/** A submission whose post causes mails. */
interface Cause {
  id: string;
  formId: string;
  emailKey: string;
  now: Date;
}

const organizerNote = 'organizer-note';

/**
 * Returns the deliveries that a post may enqueue. Anybody can post a form repeatedly with anybody's address: each recipient gets at most
 * two mails a day about one form and address. The second mail waits a little, so that it has the newest answers. Deliveries to other
 * channels are returned unchanged.
 */
export async function withinAllowance(db: Transaction<Database>, deliveries: NewDelivery[], cause: Cause): Promise<NewDelivery[]> {
  const allowed: NewDelivery[] = [];
  for (const delivery of deliveries) {
    const one = delivery.channel === 'mail' ? await mailWithinAllowance(db, delivery, cause) : delivery;
    if (one) allowed.push(one);
  }
  return withoutNoteFlood(db, allowed, cause.now);
}

async function mailWithinAllowance(
  db: Transaction<Database>,
  delivery: NewDelivery,
  { id, formId, emailKey, now }: Cause,
): Promise<NewDelivery | undefined> {
  const until = new Date(now.getTime() + mailAllowanceMs);
  const [first, second] = mailAllowances(formId, emailKey).slice(delivery.kind === organizerNote ? 2 : 0) as [string, string];
  if (await startCooldown(db, first, now, until)) return delivery;
  if (await startCooldown(db, second, now, until)) return { ...delivery, notBefore: new Date(now.getTime() + secondMailDelayMs) };
  await db
    .updateTable('deliveries')
    .set({ submission_id: id })
    .where('channel', '=', 'mail')
    .where('kind', '=', delivery.kind)
    .where('state', '=', 'due')
    .where('attempts', '=', 0)
    .where('submission_id', 'in', (older) => older.selectFrom('submissions').select('id').where('superseded_by', '=', id))
    .execute();
  return undefined;
}

/**
 * Returns the deliveries without a note to the organizer when very many were sent within an hour; a digest of this hour follows instead.
 */
export async function withoutNoteFlood(db: Transaction<Database>, deliveries: NewDelivery[], now: Date): Promise<NewDelivery[]> {
  if (!deliveries.some(({ kind }) => kind === organizerNote)) return deliveries;
  if (await takeTurn(db, 'notes to the organizer', now, { burst: maxNotes, intervalMs: noteIntervalMs })) return deliveries;
  const others = deliveries.filter(({ kind }) => kind !== organizerNote);
  const hour = new Date(Math.floor(now.getTime() / hourMs) * hourMs);
  const until = new Date(hour.getTime() + hourMs);
  if (!(await claimKey(db, `digest ${hour.toISOString()}`, now))) return others;
  const payload = { since: hour.toISOString(), until: until.toISOString() };
  return [...others, { channel: 'mail', kind: 'organizer-digest', payload, notBefore: until }];
}
