import type { Transaction } from 'kysely';
import { hourMs } from '../../durations.ts';
import type { EntryState } from '../../database/schema.ts';
import type { Engine } from '../../database/engine.ts';
import { enqueueAnswerNote } from './answer-notes.ts';
import { lockSeats, transition } from './transitions.ts';
import { startCooldown } from '../../database/cooldowns.ts';
import { emailKey } from '../../database/normalize.ts';
import type { Database, EntriesTable, InvitationsTable } from '../../database/schema.ts';
import type { MailKind } from '../../outbox/kinds.ts';
import { countIn, endInvitations, offerFreedSeats, enqueueMail, enqueueEvent } from './seats.ts';
import type { SeatRules } from './seats.ts';

export type Answer = 'accept' | 'decline' | 'later';

/** The result of an answer. A founder who accepts when no seat is free is `waiting`, at the head of the waitlist. */
export type Answered = { kind: 'unknown' } | { kind: 'gone' } | { kind: 'answered'; state: EntryState; changed: boolean };

export function answerCommands(engine: Engine) {
  return {
    /** Records a founder’s answer. Seats are counted in the transaction that takes one, so accepted seats never exceed the capacity. */
    answer(tokenHash: string, given: Answer, rules: SeatRules, now: Date): Promise<Answered> {
      return engine.transact(async (db) => {
        await lockSeats(engine, db);
        const invitation = await db.selectFrom('invitations').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
        if (!invitation) return { kind: 'unknown' };
        const entry = await db.selectFrom('entries').selectAll().where('id', '=', invitation.entry_id).executeTakeFirst();
        if (!entry || invitation.revoked_at) return { kind: 'gone' };
        const over = invitation.expires_at <= now.toISOString();
        if (over && !invitation.answer) return { kind: 'gone' };
        // After the deadline an answer cannot be changed, and the same answer again changes nothing.
        if (over || invitation.answer === given) return { kind: 'answered', state: entry.state, changed: false };
        return take(db, { entry, invitation, given, rules, now });
      });
    },

    /** Takes a founder off the list, regardless of the state. Throws NotAllowed. */
    leave(entryId: string, rules: SeatRules, now: Date): Promise<EntryState> {
      return engine.transact(async (db) => {
        await lockSeats(engine, db);
        const entry = await db.selectFrom('entries').selectAll().where('id', '=', entryId).executeTakeFirstOrThrow();
        const state = await transition(db, entry, 'leave', 'founder', now);
        await endInvitations(db, entryId, now);
        await enqueueEvent(db, rules, 'entry.left', { entry: entryId, state }, now);
        await enqueueAnswerNote(db, entry, rules, now);
        await offerFreedSeats(db, entry.retreat, rules, now);
        return state;
      });
    },

    /**
     * Enqueues a mail with the link to the status page of the newest entry of this address, at most once an hour. An unknown address starts
     * a cooldown as well, so that the mail is the only difference in the work.
     */
    sendStatusLink(email: string, now: Date): Promise<void> {
      return engine.transact(async (db) => {
        const key = emailKey(email);
        const entry = await db
          .selectFrom('entries')
          .selectAll()
          .where('email_key', '=', key)
          .orderBy('joined_at', 'desc')
          .executeTakeFirst();
        const first = await startCooldown(db, `status ${key}`, now, new Date(now.getTime() + statusLinkCooldownMs));
        if (entry && first) await enqueueMail(db, entry, 'status-link', now);
      });
    },
  };
}

interface Taking {
  entry: EntriesTable;
  invitation: InvitationsTable;
  given: Answer;
  rules: SeatRules;
  now: Date;
}

async function take(db: Transaction<Database>, { entry, invitation, given, rules, now }: Taking): Promise<Answered> {
  const at = now.toISOString();
  const capacity = rules.retreats.get(entry.retreat)?.capacity ?? 0;
  const full = given === 'accept' && entry.state !== 'accepted' && (await countIn(db, entry.retreat, 'accepted')) >= capacity;
  const state = await transition(db, entry, full ? 'full' : given, 'founder', now, full ? { head_since: at } : {});
  await db.updateTable('invitations').set({ answer: given, answered_at: at }).where('id', '=', invitation.id).execute();
  const mail = full ? 'head-of-waitlist' : mails[state];
  if (mail) await enqueueMail(db, entry, mail, now, { invitation: invitation.id, expiresAt: invitation.expires_at });
  await enqueueEvent(db, rules, 'invitation.answered', { entry: entry.id, answer: given, state }, now);
  await enqueueAnswerNote(db, entry, rules, now);
  // Accepting frees no seat; every other answer may free one.
  if (given !== 'accept') await offerFreedSeats(db, entry.retreat, rules, now);
  return { kind: 'answered', state, changed: true };
}

/** The mail that follows from the new state: "not this time" from a founder with a seat gives it back. */
const mails: Partial<Record<EntryState, MailKind>> = {
  accepted: 'accepted',
  declined: 'declined',
  cancelled: 'declined',
  waiting: 'postponed',
};

/** How long an address gets no further link. */
const statusLinkCooldownMs = hourMs;
