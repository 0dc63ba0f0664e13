import type { Transaction } from 'kysely';
import { nextRetreatSlug } from '../../content/retreat-schedule.ts';
import type { Engine } from '../../database/engine.ts';
import { entryTables } from '../../database/tables.ts';
import type { Database, EntriesTable } from '../../database/schema.ts';
import { currentSubmissions } from '../../forms/submission.ts';
import { isActive } from '../entry-states.ts';
import { findClosedAt } from './closing.ts';
import { findLastStep, updateShortNotice } from './entries.ts';
import { findMemo, storeMemo } from './memos.ts';
import { lockSeats } from './seat-lock.ts';
import { transition } from './transitions.ts';

export function assignmentMethods(engine: Engine) {
  return {
    /**
     * Moves the founders who wait for the next retreat, before it is announced, to the waitlist of this one. A founder who is already on
     * that list keeps the place there, with the newest answers and both memos. A founder whose entry there ended before those answers waits
     * again. A closed retreat gets none of them. Returns the number of founders.
     */
    assignToRetreat(retreat: string): Promise<number> {
      return engine.transact(async (db) => {
        await lockSeats(engine, db);
        if (await findClosedAt(db, retreat)) return 0;
        const waiting = await db.selectFrom('entries').selectAll().where('retreat', '=', nextRetreatSlug).execute();
        for (const entry of waiting) await assign(db, entry, retreat);
        return waiting.length;
      });
    },
  };
}

/** Moves a founder's answers and entry to the waitlist of a retreat, where the entry is merged into the one that the founder has already. */
async function assign(db: Transaction<Database>, entry: EntriesTable, retreat: string): Promise<void> {
  const answersForNext = await findNewestAnswers(db, entry.email_key, nextRetreatSlug);
  const answersForRetreat = await findNewestAnswers(db, entry.email_key, retreat);
  if (!answersForRetreat) {
    await moveAnswers(db, entry.email_key, retreat);
    await db.updateTable('entries').set({ retreat }).where('id', '=', entry.id).execute();
    return;
  }
  const areNextNewer = answersForNext !== undefined && answersForRetreat.received_at < answersForNext.received_at;
  // Before the answers move: an index allows one current submission of a founder to a form for each retreat.
  await supersedeOthers(db, areNextNewer ? answersForNext.id : answersForRetreat.id, entry.email_key, retreat);
  await moveAnswers(db, entry.email_key, retreat);
  const kept = await db
    .selectFrom('entries')
    .selectAll()
    .where('email_key', '=', entry.email_key)
    .where('retreat', '=', retreat)
    .executeTakeFirstOrThrow();
  if (answersForNext && isActive(entry.state)) await rejoin(db, kept, answersForNext.received_at);
  if (areNextNewer && entry.short_notice) await updateShortNotice(db, kept.id, true);
  await moveMemo(db, entry.id, kept.id);
  for (const table of entryTables) await db.deleteFrom(table).where('entry_id', '=', entry.id).execute();
  await db.deleteFrom('entries').where('id', '=', entry.id).execute();
}

/** Moves a founder's accepted answers for the next retreat to a retreat. */
async function moveAnswers(db: Transaction<Database>, emailKey: string, retreat: string): Promise<void> {
  await db
    .updateTable('submissions')
    .set({ retreat })
    .where('email_key', '=', emailKey)
    .where('retreat', '=', nextRetreatSlug)
    .where('state', '=', 'accepted')
    .execute();
}

/** Marks a founder's other current answers for the next retreat and for this one as superseded by a submission. */
async function supersedeOthers(db: Transaction<Database>, submissionId: string, emailKey: string, retreat: string): Promise<void> {
  await db
    .updateTable('submissions')
    .set({ superseded_by: submissionId })
    .where('email_key', '=', emailKey)
    .where('retreat', 'in', [retreat, nextRetreatSlug])
    .where('state', '=', 'accepted')
    .where('superseded_by', 'is', null)
    .where('id', '!=', submissionId)
    .execute();
}

/** Puts a founder whose entry ended before an instant (ISO 8601, UTC) back on its waitlist, as of that instant. */
async function rejoin(db: Transaction<Database>, entry: EntriesTable, at: string): Promise<void> {
  const leftAt = (await findLastStep(db, entry.id))?.at ?? '';
  if (isActive(entry.state) || at <= leftAt) return;
  await transition(db, entry, 'join', { by: 'founder', now: new Date(at), joined_at: at });
}

/** Moves the memo about an entry to another entry, after the memo there. */
async function moveMemo(db: Transaction<Database>, from: string, to: string): Promise<void> {
  const moved = await findMemo(db, from);
  if (!moved) return;
  const kept = await findMemo(db, to);
  const newest = kept && kept.changedAt > moved.changedAt ? kept : moved;
  await storeMemo(db, to, { ...newest, text: kept ? `${kept.text}\n\n${moved.text}` : moved.text });
}

/** Returns the newest accepted answers of a founder for a retreat; undefined if there are none. */
const findNewestAnswers = (db: Transaction<Database>, emailKey: string, retreat: string) =>
  currentSubmissions(db)
    .select(['id', 'received_at'])
    .where('email_key', '=', emailKey)
    .where('retreat', '=', retreat)
    .orderBy('received_at', 'desc')
    .executeTakeFirst();
