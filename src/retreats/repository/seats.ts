import type { Kysely, Transaction } from 'kysely';
import { nextRetreatSlug } from '../../content/retreat-schedule.ts';
import { countRows } from '../../database/count-rows.ts';
import type { Database, EntriesTable, EntryState, NamedActor } from '../../database/schema.ts';
import { idAfter } from '../../id-after.ts';
import { Refused } from '../../refused.ts';
import { findClosedAt } from './closing.ts';
import { revokeInvitationLink } from './invitations.ts';
import { enqueueMail, type EventSettings } from './entry-deliveries.ts';
import { transition } from './transitions.ts';
import { entryStates, takesSeat } from '../entry-states.ts';
import { deadlineOf, invitationLifetimeMs } from '../limits.ts';

export interface RetreatSeats {
  /** In words, for example "Spring 2026". */
  season: string;
  capacity: number;
  /** When freed seats are no longer offered and invitations end; undefined for a retreat whose page ignores its end. */
  startsAt: Date | undefined;
  /** When its last day is over, and no more founders are invited; undefined for a retreat whose page ignores its end. */
  endsAt: Date | undefined;
}

/** What inviting, answering and revoking must know besides the database. */
export interface InvitationSettings extends EventSettings {
  /** The seats of each retreat, by its slug. */
  retreats: ReadonlyMap<string, RetreatSeats>;
  /** Returns the hash of an invitation's token, which is what is stored. */
  hashFor: (invitationId: string) => string;
  mailsEachAnswer: boolean;
}

export const seatStates = entryStates.filter(takesSeat);

/** Counts the entries of a retreat in some states. */
export const countEntries = (db: Kysely<Database>, retreat: string, states: EntryState[]): Promise<number> =>
  countRows(db.selectFrom('entries').where('retreat', '=', retreat).where('state', 'in', states));

export interface Offer {
  /** The organizer's own words in the mail. */
  note: string;
  /** The latest end that the organizer allows; the invitation ends at `deadlineOf()`. */
  latestEnd: Date;
  by: NamedActor;
  mail: 'invitation' | 'seat-freed';
  settings: InvitationSettings;
  now: Date;
}

/**
 * Makes the founder `invited`, ends the founder's earlier invitations, stores the new one, and enqueues the mail with its link. Returns its
 * id and deadline. Throws Refused.
 */
export async function offer(db: Transaction<Database>, entry: EntriesTable, { note, latestEnd, by, mail, settings, now }: Offer) {
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

/** Returns the seats of a retreat. Throws Refused if it is not announced yet, or if the content has no such retreat. */
export function seatsOf(settings: InvitationSettings, retreat: string): RetreatSeats {
  const seats = settings.retreats.get(retreat);
  if (seats) return seats;
  throw new Refused(
    retreat === nextRetreatSlug
      ? 'This founder joined the waitlist for the next retreat, which is not announced yet, so there are no seats to offer. Once you have added and published that retreat, the founders who wait for it will be on its waitlist, and you can invite them.'
      : `content/retreats has no folder "${retreat}", so there are no seats to offer; restore the folder.`,
  );
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
