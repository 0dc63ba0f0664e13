import type { Transaction } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Database } from '../database/schema.ts';
import type { DeliveryKinds } from './kinds.ts';

/** A delivery to enqueue. */
export type NewDelivery = { [Channel in keyof DeliveryKinds]: DeliveryTo<Channel> }[keyof DeliveryKinds];

interface DeliveryTo<Channel extends keyof DeliveryKinds> {
  channel: Channel;
  kind: DeliveryKinds[Channel];
  /** The data that the message needs in addition to its submission. */
  payload?: Record<string, unknown>;
  /** It is due now if this is left out. */
  notBefore?: Date;
}

/** Enqueues deliveries in the transaction that stores the reason for them. */
export async function enqueue(
  db: Transaction<Database>,
  wanted: NewDelivery[],
  { submissionId, now }: { submissionId: string | null; now: Date },
): Promise<void> {
  if (wanted.length === 0) return;
  const rows = wanted.map(({ channel, kind, payload = {}, notBefore = now }) => ({
    id: uuid(),
    submission_id: submissionId,
    channel,
    kind,
    payload: JSON.stringify(payload),
    state: 'due' as const,
    attempts: 0,
    next_attempt_at: notBefore.toISOString(),
    leased_until: null,
    last_error: null,
    failing_since: null,
    drift: null,
    trying_since: notBefore.toISOString(),
    created_at: now.toISOString(),
    delivered_at: null,
  }));
  await db.insertInto('deliveries').values(rows).execute();
}
