import type { Transaction } from 'kysely';
import type { Engine } from '../../database/engine.ts';
import type { Database } from '../../database/schema.ts';
import type { AcceptedSubmission } from '../../submissions/accept.ts';
import { Refused } from '../../refused.ts';
import { isActive } from '../entry-states.ts';
import { updateShortNotice } from './entries.ts';
import { lockSeats } from './seat-lock.ts';
import { actorColumns, nextState, recordStep, transition } from './transitions.ts';

/** The entry of a founder who corrects answers or moves along has ended, was erased, or its retreat was closed: nothing is stored. */
export class EntryEnded extends Refused {
  override name = 'EntryEnded';
}

/** Returns whether what a founder sends on the status page was stored; false if the entry has ended, which the page then shows. */
export const wasStored = (recorded: Promise<unknown>): Promise<boolean> =>
  recorded.then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof EntryEnded)) throw error;
      return false;
    },
  );

/**
 * Puts the sender of a waitlist form on the list of a retreat. A founder whose entry had ended (declined, lapsed, cancelled or left) waits
 * again; the state of any other founder does not change. `by` is the founder, or the organizer who released the submission from possible
 * spam. A correction puts nobody on a list. Throws EntryEnded.
 */
export async function joinWaitlist(
  engine: Engine,
  db: Transaction<Database>,
  { retreat, emailKey, id, at, shortNotice, corrects, by }: Omit<AcceptedSubmission, 'movedAlong'>,
): Promise<void> {
  const find = () =>
    db.selectFrom('entries').selectAll().where('email_key', '=', emailKey).where('retreat', '=', retreat).executeTakeFirst();
  let entry = await find();
  if (entry) {
    // The founder may be answering an invitation at this moment, so the state is read after other transactions can no longer change it.
    await lockSeats(engine, db);
    entry = await find();
  }
  if (corrects !== undefined && !(entry?.id === corrects && isActive(entry.state)))
    throw new EntryEnded('The entry has ended, so nothing was corrected.');
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
