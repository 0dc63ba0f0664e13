import type { Transaction } from 'kysely';
import { endCooldowns, postCooldowns } from '../../database/cooldowns.ts';
import type { Database, EntriesTable, EntryState, InvitationsTable } from '../../database/schema.ts';
import type { Engine } from '../../database/engine.ts';
import type { Answer } from '../entry-states.ts';
import { enqueueAnswerNote } from './answer-notes.ts';
import { enqueueEvent, enqueueMail, mailAboutAnswer } from './entry-deliveries.ts';
import { findClosedAt } from './closing.ts';
import { EntryEnded } from './entry-ended.ts';
import { lockEntry, lockSeats } from './seat-lock.ts';
import { transition } from './transitions.ts';
import { revokeInvitationLink } from './invitations.ts';
import { offerFreedSeats } from './inviting.ts';
import { countEntries, seatStates, type InvitationSettings } from './seats.ts';

/**
 * The result of an answer. A founder who accepts when no seat is free is `waiting`, at the head of the waitlist. `late`: the founder has
 * given another answer, which can no longer be changed.
 */
export type Answered = { kind: 'gone' } | { kind: 'late'; state: EntryState } | { kind: 'answered'; state: EntryState; changed: boolean };

export function answerMethods(engine: Engine) {
  return {
    /** Records a founder’s answer. Seats are counted in the transaction that takes one, so accepted seats never exceed the capacity. */
    answer(tokenHash: string, answer: Answer, settings: InvitationSettings, now: Date): Promise<Answered> {
      return engine.transact(async (db) => {
        await lockSeats(engine, db);
        const invitation = await db.selectFrom('invitations').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
        if (!invitation) return { kind: 'gone' };
        const entry = await db.selectFrom('entries').selectAll().where('id', '=', invitation.entry_id).executeTakeFirst();
        const seats = entry && settings.retreats.get(entry.retreat);
        // Without the folder of its retreat, the page of the invitation says that it is no longer valid, and no seats can be counted.
        if (!seats || invitation.revoked_at) return { kind: 'gone' };
        // An invitation that was made after the retreat had begun can be valid for longer than the retreat lasts.
        const hasExpired = invitation.expires_at <= now.toISOString() || (seats.endsAt !== undefined && seats.endsAt <= now);
        if (hasExpired && !invitation.answer) return { kind: 'gone' };
        if (invitation.answer === answer) return { kind: 'answered', state: entry.state, changed: false };
        if (hasExpired) return { kind: 'late', state: entry.state };
        return recordAnswer(db, { entry, invitation, answer, capacity: seats.capacity, settings, now });
      });
    },

    /**
     * Takes a founder off the list and enqueues the email about it: declines an open invitation, gives back a seat, or leaves the waitlist.
     * Throws Refused if the founder has declined, given the seat back or left already, and EntryEnded if the retreat was closed.
     */
    leave(entryId: string, settings: InvitationSettings, now: Date): Promise<EntryState> {
      return engine.transact(async (db) => {
        const entry = await lockEntry(engine, db, entryId);
        if (await findClosedAt(db, entry.retreat)) throw new EntryEnded('The retreat was closed, so nobody leaves its waitlist.');
        const state = await transition(db, entry, 'leave', { by: 'founder', now });
        await revokeInvitationLink(db, entryId, now);
        await allowFormMails(db, entry);
        await enqueueMail(db, entry, { kind: 'left', payload: { hadSeat: entry.state === 'accepted' }, now });
        await enqueueEvent(db, settings, { kind: 'entry.left', entry: entryId, state, now });
        await enqueueAnswerNote(db, entry, settings, now);
        await offerFreedSeats(db, entry.retreat, settings, now);
        return state;
      });
    },
  };
}

/**
 * Lets a founder who has left get emails about the form again that day: anybody can send it with the founder's address, and the founder
 * must learn of being on the list again. Only a reader of the founder's inbox can leave.
 */
async function allowFormMails(db: Transaction<Database>, { email_key, retreat }: EntriesTable): Promise<void> {
  const sent = db.selectFrom('submissions').select('form_id').distinct().where('email_key', '=', email_key).where('retreat', '=', retreat);
  for (const { form_id } of await sent.execute()) await endCooldowns(db, postCooldowns(form_id, email_key));
}

interface AnswerToRecord {
  entry: EntriesTable;
  invitation: InvitationsTable;
  answer: Answer;
  capacity: number;
  settings: InvitationSettings;
  now: Date;
}

/**
 * Changes the state, stores the answer, and enqueues what follows from it: the founder's email, the event, and the organizer's note. A
 * founder who accepts when all seats are taken is put at the head of the waitlist. A seat that the answer frees is offered to the next
 * founder.
 */
async function recordAnswer(
  db: Transaction<Database>,
  { entry, invitation, answer, capacity, settings, now }: AnswerToRecord,
): Promise<Answered> {
  const at = now.toISOString();
  const isFull = answer === 'accept' && entry.state !== 'accepted' && (await countUnavailableSeats(db, entry)) >= capacity;
  const head_since = isFull ? at : null;
  const state = await transition(db, entry, isFull ? 'full' : answer, { by: 'founder', now, head_since });
  await db.updateTable('invitations').set({ answer, answered_at: at }).where('id', '=', invitation.id).execute();
  const kind = mailAboutAnswer({ state, head_since });
  const payload = { invitation: invitation.id, expiresAt: invitation.expires_at, hadSeat: entry.state === 'accepted' };
  if (kind) await enqueueMail(db, entry, { kind, payload, now });
  await enqueueEvent(db, settings, { kind: 'invitation.answered', entry: entry.id, answer, state, now });
  await enqueueAnswerNote(db, entry, settings, now);
  // Accepting frees no seat; every other answer may free one.
  if (answer !== 'accept') await offerFreedSeats(db, entry.retreat, settings, now);
  return { kind: 'answered', state, changed: true };
}

/**
 * Counts the seats that an entry cannot take. An open invitation keeps its seat, so a founder who changes an answer to yes cannot take one
 * that is offered to another founder. Founders who were invited over the capacity are served in the order of their acceptances.
 */
const countUnavailableSeats = (db: Transaction<Database>, { state, retreat }: EntriesTable) =>
  countEntries(db, retreat, state === 'invited' ? ['accepted'] : seatStates);
