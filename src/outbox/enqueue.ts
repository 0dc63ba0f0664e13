import type { Transaction } from 'kysely';
import { v7 as uuid } from 'uuid';
import { inParts } from '../database/list-parameters.ts';
import type { Database, DeliveriesTable } from '../database/schema.ts';
import type { DeliveryKinds } from './kinds.ts';
import { maxWaitMs } from './retry-policy.ts';

export type NewDelivery = { [Channel in keyof DeliveryKinds]: DeliveryTo<Channel> }[keyof DeliveryKinds];

interface DeliveryTo<Channel extends keyof DeliveryKinds> {
  channel: Channel;
  kind: DeliveryKinds[Channel];
  /** The data that the message needs in addition to its submission. */
  payload?: Record<string, unknown>;
  /** It is due now if this is left out. It is at most a day ahead. */
  notBefore?: Date;
}

/** Enqueues deliveries, about a submission or about none, in the transaction that stores the reason for them. */
export function enqueue(
  db: Transaction<Database>,
  wanted: NewDelivery[],
  { submissionId, now }: { submissionId: string | null; now: Date },
): Promise<void> {
  return insert(db, rowsOf(wanted, submissionId, now));
}

/** Enqueues a delivery about each of these submissions, with a few statements for thousands of them. */
export function enqueueForEach(
  db: Transaction<Database>,
  submissionIds: readonly (string | null)[],
  { now, ...delivery }: NewDelivery & { now: Date },
): Promise<void> {
  return insert(
    db,
    submissionIds.flatMap((id) => rowsOf([delivery], id, now)),
  );
}

const rowsOf = (wanted: NewDelivery[], submissionId: string | null, now: Date): DeliveriesTable[] =>
  wanted.map(({ channel, kind, payload = {}, notBefore = now }) => {
    // A time further ahead counts as that of a wrong clock (`lockDue`), so the delivery would be sent immediately.
    if (notBefore.getTime() - now.getTime() > maxWaitMs) throw new RangeError(`${kind}: a delivery waits for at most a day`);
    return {
      id: uuid(),
      submission_id: submissionId,
      channel,
      kind,
      payload: JSON.stringify(payload),
      state: 'due',
      attempts: 0,
      next_attempt_at: notBefore.toISOString(),
      leased_until: null,
      last_error: null,
      failing_since: null,
      drift: null,
      trying_since: notBefore.toISOString(),
      created_at: now.toISOString(),
      delivered_at: null,
    };
  });

async function insert(db: Transaction<Database>, rows: DeliveriesTable[]): Promise<void> {
  for (const part of inParts(rows)) await db.insertInto('deliveries').values(part).execute();
}
