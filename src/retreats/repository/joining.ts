import type { Transaction } from 'kysely';
import type { Engine } from '../../database/engine.ts';
import type { Database } from '../../database/schema.ts';
import type { Accepted } from '../../submissions/accept.ts';
import { updateShortNotice } from './entries.ts';
import { lockSeats } from './seat-lock.ts';
import { actorColumns, nextState, recordStep, transition } from './transitions.ts';

/**
 * Puts the sender of a waitlist form on the list of a retreat. A founder whose entry had ended (declined, lapsed, cancelled or left) waits
 * again; the state of any other founder does not change. `by` is the founder, or the organizer who released the submission from possible
 * spam.
 */
export async function joinWaitlist(
  engine: Engine,
  db: Transaction<Database>,
  { retreat, emailKey, id, at, shortNotice, by }: Omit<Accepted, 'movedAlong'>,
): Promise<void> {
  const find = () =>
    db.selectFrom('entries').selectAll().where('email_key', '=', emailKey).where('retreat', '=', retreat).executeTakeFirst();
  let entry = await find();
  if (entry) {
    // The founder may be answering an invitation at this moment, so the state is read after other transactions can no longer change it.
    await lockSeats(engine, db);
    entry = await find();
  }
  const joined_at = at.toISOString();
  if (entry) {
    const waitsAgain = nextState(entry.state, 'join') !== entry.state;
    await transition(db, entry, 'join', { by, now: at, ...(waitsAgain && { joined_at }) });
    if (shortNotice !== undefined) await updateShortNotice(db, entry.id, shortNotice);
    return;
  }
  await db
    .insertInto('entries')
    .values({ id, retreat, email_key: emailKey, state: 'waiting', joined_at, head_since: null, short_notice: shortNotice ? 1 : 0 })
    .execute();
  await recordStep(db, id, { from: null, to: 'waiting', event: 'join', ...actorColumns(by), at: joined_at });
}
