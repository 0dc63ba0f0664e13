import type { Transaction } from 'kysely';
import { formatDeadline } from '../../content/format.ts';
import type { Engine } from '../../database/engine.ts';
import type { Database, EntryState, InvitationsTable, NamedActor } from '../../database/schema.ts';
import { minuteMs } from '../../durations.ts';
import { Refused } from '../../refused.ts';
import { seatsFullText } from '../entry-states.ts';
import { deadlineOf } from '../limits.ts';
import { assertNotClosed } from './closing.ts';
import { renewReminder } from './deadlines.ts';
import { enqueueEvent, enqueueMail } from './entry-deliveries.ts';
import { listMailsWithInvitation, revokeInvitationLink } from './invitations.ts';
import { lockEntry } from './seat-lock.ts';
import { countEntries, offer, offerFreedSeats, seatsOf, seatStates, type InvitationSettings, type Offer } from './seats.ts';
import { nextState, transition } from './transitions.ts';

export interface NewInvitation extends Pick<Offer, 'note' | 'latestEnd' | 'by'> {
  overCapacity: boolean;
}

export interface Revocation {
  /** The state that the organizer saw: an entry in another state is left as it is. */
  expectedState?: EntryState | undefined;
  /** For the founder who had the seat. */
  reason?: string;
  by: NamedActor;
}

/** Every seat is taken or offered, so inviting needs `overCapacity`. */
export class SeatsFull extends Refused {}

/** The organizer's actions on entries. */
export function organizerActionMethods(engine: Engine) {
  return {
    /** Invites a waiting founder and enqueues the mail. The invitation ends at `deadlineOf()`. Throws Refused. */
    invite(entryId: string, invitation: NewInvitation, settings: InvitationSettings, now: Date) {
      return engine.transact(async (db) => {
        const entry = await lockEntry(engine, db, entryId);
        await assertNotClosed(db, entry.retreat);
        const { season, capacity, endsAt } = seatsOf(settings, entry.retreat);
        if (endsAt && endsAt <= now) throw new Refused(`The ${season} retreat is over; no more founders are invited to it.`);
        // The state comes first: `overCapacity` would not help a founder who cannot be invited, and `offer` says why.
        const checksCapacity = nextState(entry.state, 'invite') && !invitation.overCapacity;
        if (checksCapacity && (await countEntries(db, entry.retreat, seatStates)) >= capacity)
          throw new SeatsFull(`${seatsFullText(capacity)}.`);
        return offer(db, entry, { ...invitation, mail: 'invitation', settings, now });
      });
    },

    /** Enqueues the mail with an open invitation once more, with the same link and deadline, and records who did it. Throws Refused. */
    resendInvitation(entryId: string, by: NamedActor, now: Date): Promise<void> {
      return engine.transact(async (db) => {
        const entry = await lockEntry(engine, db, entryId);
        await transition(db, entry, 'resend', { by, now });
        const open = await readOpenInvitation(db, entryId, now);
        const mails = await listMailsWithInvitation(db, open.id);
        const isDue = mails.some(({ kind, state }) => state === 'due' && ['invitation', 'seat-freed'].includes(kind));
        if (isDue) throw new Refused('The invitation is already waiting to be sent. The Deliveries tab shows when.');
        const payload = { invitation: open.id, note: open.note, expiresAt: open.expires_at };
        await enqueueMail(db, entry, { kind: 'invitation', payload, now });
      });
    },

    /**
     * Moves the deadline of an open invitation to `deadlineOf()`, at least a minute later, and enqueues the mail with the invitation once
     * more, with the same link. Throws Refused.
     */
    extendInvitation(entryId: string, { latestEnd, by }: Pick<Offer, 'latestEnd' | 'by'>, settings: InvitationSettings, now: Date) {
      return engine.transact(async (db) => {
        const entry = await lockEntry(engine, db, entryId);
        await assertNotClosed(db, entry.retreat);
        await transition(db, entry, 'extend', { by, now });
        const { season, startsAt } = seatsOf(settings, entry.retreat);
        if (startsAt && startsAt <= now) throw new Refused(`The ${season} retreat has begun; invitations to it are no longer extended.`);
        const { id, note, expires_at: current } = await readOpenInvitation(db, entryId, now);
        const expiresAt = deadlineOf(latestEnd, startsAt, now);
        // The mail shows minutes. A second press, or two organizers at once, would send another mail with the same deadline.
        if (expiresAt.getTime() - Date.parse(current) < minuteMs) {
          const advice = expiresAt === startsAt ? 'An invitation ends when the retreat begins at the latest.' : 'Choose more days.';
          throw new Refused(`The founder can already answer until ${formatDeadline(current)}. ${advice}`);
        }
        await db.updateTable('invitations').set({ expires_at: expiresAt.toISOString() }).where('id', '=', id).execute();
        await renewReminder(db, id, expiresAt, now);
        const payload = { invitation: id, note, expiresAt: expiresAt.toISOString(), wasExtended: true };
        await enqueueMail(db, entry, { kind: 'invitation', payload, now });
        return { id, expiresAt };
      });
    },

    /** Revokes an invitation or a seat. Texts for people say that it was withdrawn. Throws Refused. */
    revoke(entryId: string, { expectedState, reason, by }: Revocation, settings: InvitationSettings, now: Date): Promise<EntryState> {
      return engine.transact(async (db) => {
        const entry = await lockEntry(engine, db, entryId);
        if (expectedState && expectedState !== entry.state)
          throw new Refused(`The founder was ${expectedState} when you looked, and is ${entry.state} now. Nothing was withdrawn.`);
        await assertNotClosed(db, entry.retreat);
        const state = await transition(db, entry, 'revoke', { by, now });
        const revokedInvitation = await revokeInvitationLink(db, entryId, now);
        // A founder was notified of a seat; an invitation may not have been mailed yet, and then no mail is sent.
        if (entry.state === 'accepted')
          await enqueueMail(db, entry, { kind: 'seat-withdrawn', payload: { hadSeat: true, ...(reason && { note: reason }) }, now });
        else await enqueueMail(db, entry, { kind: 'invitation-cancelled', payload: { takenBack: revokedInvitation }, now });
        await enqueueEvent(db, settings, { kind: 'invitation.revoked', entry: entryId, state, now });
        await offerFreedSeats(db, entry.retreat, settings, now);
        return state;
      });
    },

    /** Puts an entry that had ended back on the waitlist. Throws Refused. */
    reopen(entryId: string, by: NamedActor, now: Date): Promise<EntryState> {
      return engine.transact(async (db) => {
        const entry = await lockEntry(engine, db, entryId);
        await assertNotClosed(db, entry.retreat);
        await revokeInvitationLink(db, entryId, now);
        return transition(db, entry, 'reopen', { by, now, joined_at: now.toISOString() });
      });
    },
  };
}

/** Returns the invitation of an invited entry. Throws Refused if it has expired and the entry has not lapsed yet. */
async function readOpenInvitation(db: Transaction<Database>, entryId: string, now: Date): Promise<InvitationsTable> {
  const open = await db
    .selectFrom('invitations')
    .selectAll()
    .where('entry_id', '=', entryId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  if (open) return open;
  throw new Refused('The invitation has expired. Put the founder back on the waitlist, and send a new invitation.');
}
