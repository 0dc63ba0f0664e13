import type { Transaction } from 'kysely';
import type { Engine } from '../../database/engine.ts';
import type { Database } from '../../database/schema.ts';
import type { AcceptedSubmission } from '../../submissions/accept.ts';
import { isActive } from '../entry-states.ts';
import { findClosedAt } from './closing.ts';
import { updateShortNotice } from './entries.ts';
import { EntryEnded } from './entry-ended.ts';
import { lockSeats } from './seat-lock.ts';
import { entryOfSubmission } from './standing.ts';
import { actorColumns, nextState, recordStep, transition } from './transitions.ts';

/**
 * Returns the slug of the retreat that a founder waits for who corrects a submission: another one than the page has read if the retreat was
 * announced meanwhile. The entry does not change before the transaction ends. Throws EntryEnded.
 */
export async function findRetreatOfCorrection(engine: Engine, db: Transaction<Database>, corrected: string): Promise<string> {
  await lockSeats(engine, db);
  const entry = await entryOfSubmission(db, corrected).select(['entries.retreat', 'entries.state']).executeTakeFirst();
  if (!entry || !isActive(entry.state) || (await findClosedAt(db, entry.retreat)))
    throw new EntryEnded('The entry has ended, so nothing was corrected.');
  return entry.retreat;
}

/**
 * Puts the sender of a waitlist form on the list of a retreat. A founder whose entry had ended (declined, lapsed, cancelled or left) waits
 * again; the state of any other founder does not change. `by` is the founder, or the organizer who released the submission from possible
 * spam.
 */
export async function joinWaitlist(
  engine: Engine,
  db: Transaction<Database>,
  { retreat, emailKey, id, at, shortNotice, by }: Omit<AcceptedSubmission, 'movedAlong'>,
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
