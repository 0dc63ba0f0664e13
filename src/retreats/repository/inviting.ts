import type { Transaction } from 'kysely';
import { formatDeadline } from '../../content/format.ts';
import type { Engine } from '../../database/engine.ts';
import type { Database, EntriesTable, InvitationsTable, NamedActor } from '../../database/schema.ts';
import { minuteMs } from '../../durations.ts';
import { idAfter } from '../../id-after.ts';
import { Refused } from '../../refused.ts';
import { seatsFullText } from '../entry-states.ts';
import { deadlineOf, invitationLifetimeMs } from '../limits.ts';
import { assertNotClosed, findClosedAt } from './closing.ts';
import { enqueueMail } from './entry-deliveries.ts';
import { listMailsWithInvitation, renewReminder, revokeInvitationLink } from './invitations.ts';
import { lockEntry } from './seat-lock.ts';
import { countEntries, seatsOf, seatStates, type InvitationSettings } from './seats.ts';
import { nextState, transition } from './transitions.ts';

interface Offer {
  /** The organizer's own words in the email. */
  note: string;
  /** The latest end that the organizer allows; the invitation ends at `deadlineOf()`. */
  latestEnd: Date;
  by: NamedActor;
  mail: 'invitation' | 'seat-freed';
  settings: InvitationSettings;
  now: Date;
}

export interface NewInvitation extends Pick<Offer, 'note' | 'latestEnd' | 'by'> {
  overCapacity: boolean;
  /** Ends the refusal while every seat is taken or offered: how the organizer invites the founder anyway. */
  adviceIfFull?: string;
}

/** How a founder is invited, and is sent an open invitation again or a later deadline. */
export function invitingMethods(engine: Engine) {
  return {
    /** Invites a waiting founder and enqueues the email. The invitation ends at `deadlineOf()`. Throws Refused. */
    invite(entryId: string, invitation: NewInvitation, settings: InvitationSettings, now: Date) {
      return engine.transact(async (db) => {
        const entry = await lockEntry(engine, db, entryId);
        await assertNotClosed(db, entry.retreat);
        const { season, capacity, endsAt } = seatsOf(settings, entry.retreat);
        if (endsAt && endsAt <= now) throw new Refused(`The ${season} retreat is over; no more founders are invited to it.`);
        // The state comes first: `overCapacity` would not help a founder who cannot be invited, and `offer` says why.
        const checksCapacity = nextState(entry.state, 'invite') && !invitation.overCapacity;
        if (checksCapacity && (await countEntries(db, entry.retreat, seatStates)) >= capacity)
          throw new Refused(`${seatsFullText(capacity)}. ${invitation.adviceIfFull ?? ''}`.trim());
        return offer(db, entry, { ...invitation, mail: 'invitation', settings, now });
      });
    },

    /** Enqueues the email with an open invitation once more, with the same link and deadline, and records who did it. Throws Refused. */
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
     * Moves the deadline of an open invitation to `deadlineOf()`, at least a minute later, and enqueues the email with the invitation once
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
        // The email shows minutes. A second press, or two organizers at once, would send another email with the same deadline.
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
  };
}

/**
 * Makes the founder `invited`, ends the founder's earlier invitations, stores the new one, and enqueues the email with its link. Returns
 * its id and deadline. Throws Refused.
 */
async function offer(db: Transaction<Database>, entry: EntriesTable, { note, latestEnd, by, mail, settings, now }: Offer) {
  const { startsAt } = seatsOf(settings, entry.retreat);
  const expiresAt = deadlineOf(latestEnd, startsAt, now);
  await transition(db, entry, 'invite', { by, now });
  // One invitation is open at a time: an older one that was answered with "not this time" could still be accepted.
  await revokeInvitationLink(db, entry.id, now);
  const id = idAfter(await findNewestInvitationId(db, entry.id), now.toISOString());
  await db
    .insertInto('invitations')
    .values({
      id,
      entry_id: entry.id,
      token_hash: settings.hashFor(id),
      note,
      made_at: now.toISOString(),
      expires_at: expiresAt.toISOString(),
      revoked_at: null,
      answer: null,
      answered_at: null,
    })
    .execute();
  await enqueueMail(db, entry, { kind: mail, payload: { invitation: id, note, expiresAt: expiresAt.toISOString() }, now });
  return { id, expiresAt };
}

async function findNewestInvitationId(db: Transaction<Database>, entryId: string): Promise<string | null> {
  const newest = db
    .selectFrom('invitations')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('entry_id', '=', entryId);
  return (await newest.executeTakeFirstOrThrow()).id;
}

/**
 * Offers the free seats of a retreat to the head of its waitlist, while accepted and invited entries leave seats free and the retreat has
 * neither begun nor been closed. Returns the number of offers.
 */
export async function offerFreedSeats(
  db: Transaction<Database>,
  retreat: string,
  settings: InvitationSettings,
  now: Date,
): Promise<number> {
  const seats = settings.retreats.get(retreat);
  if (!seats || (seats.startsAt && seats.startsAt <= now)) return 0;
  const free = seats.capacity - (await countEntries(db, retreat, seatStates));
  if (free <= 0 || (await findClosedAt(db, retreat))) return 0;
  const heads = await db
    .selectFrom('entries')
    .selectAll()
    .where('retreat', '=', retreat)
    .where('state', '=', 'waiting')
    .where('head_since', 'is not', null)
    .orderBy('head_since')
    .orderBy('joined_at')
    .limit(free)
    .execute();
  const latestEnd = new Date(now.getTime() + invitationLifetimeMs);
  for (const head of heads) await offer(db, head, { note: '', latestEnd, by: 'clock', mail: 'seat-freed', settings, now });
  return heads.length;
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
