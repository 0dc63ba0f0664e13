import type { Kysely, Transaction } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Actor, EntryState } from '../../database/schema.ts';
import type { Engine } from '../../database/engine.ts';
import { lockSeats, move, NotAllowed } from './moves.ts';
import { enqueue } from '../../outbox/repository.ts';
import type { Database, EntriesTable } from '../../database/schema.ts';

/** What the house holds, and what follows from an answer. */
export interface SeatRules {
  capacity: number;
  /** For how long an invitation stands that follows from a freed seat, in milliseconds. */
  expiresAfter: number;
  /** What the store keeps of an invitation's token. */
  hashFor: (invitationId: string) => string;
  /** The channels that hear of seats besides her: the webhook, where there is one. */
  told: string[];
}

export interface NewInvitation {
  note: string;
  expiresAt: Date;
  overCapacity: boolean;
}

/** Every seat is taken or offered, so inviting needs `overCapacity`. */
export class SeatsFull extends NotAllowed {}

export interface SeatCounts {
  accepted: number;
  invited: number;
  waiting: number;
}

export async function countIn(db: Kysely<Database>, state: EntryState): Promise<number> {
  const row = await db
    .selectFrom('entries')
    .select((expression) => expression.fn.countAll().as('count'))
    .where('state', '=', state)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export function seatCommands(engine: Engine) {
  return {
    /** Counts accepted, invited and waiting entries. */
    counts(): Promise<SeatCounts> {
      return engine.snapshot(async (db) => ({
        accepted: await countIn(db, 'accepted'),
        invited: await countIn(db, 'invited'),
        waiting: await countIn(db, 'waiting'),
      }));
    },

    /** Invites a waiting founder and enqueues her mail. Throws NotAllowed. */
    invite(entryId: string, wanted: NewInvitation, rules: SeatRules, now: Date): Promise<{ id: string }> {
      return engine.transact(async (db) => {
        await lockSeats(engine, db);
        const entry = await db.selectFrom('entries').selectAll().where('id', '=', entryId).executeTakeFirst();
        if (!entry) throw new NotAllowed('Nobody on the waitlist has this id.');
        const taken = (await countIn(db, 'accepted')) + (await countIn(db, 'invited'));
        if (taken >= rules.capacity && !wanted.overCapacity) throw new SeatsFull(`All ${rules.capacity} seats are taken or offered.`);
        return offer(db, entry, wanted, rules, 'organizer', 'invitation', now);
      });
    },

    /** Withdraws an invitation or a seat; with `seen`, only if the entry is still in that state. Throws NotAllowed. */
    revoke(entryId: string, rules: SeatRules, now: Date, seen?: EntryState): Promise<EntryState> {
      return engine.transact(async (db) => {
        await lockSeats(engine, db);
        const entry = await db.selectFrom('entries').selectAll().where('id', '=', entryId).executeTakeFirst();
        if (!entry) throw new NotAllowed('Nobody on the waitlist has this id.');
        if (seen && seen !== entry.state)
          throw new NotAllowed(`She was ${seen} when you looked, and is ${entry.state} now. Nothing was withdrawn.`);
        const state = await move(db, entry, 'revoke', 'organizer', now);
        const [takenBack] = await endInvitations(db, entryId, now);
        // Of a seat she knows; an invitation may not have left the house yet, and then nothing is said.
        await tell(db, entry, 'invitation-cancelled', now, entry.state === 'invited' ? { takenBack } : {});
        await tellOthers(db, rules, 'invitation.revoked', { entry: entryId, state }, now);
        await offerFreed(db, rules, now);
        return state;
      });
    },

    /** Puts an entry that had ended back on the waitlist. Throws NotAllowed. */
    reopen(entryId: string, now: Date): Promise<EntryState> {
      return engine.transact(async (db) => {
        await lockSeats(engine, db);
        const entry = await db.selectFrom('entries').selectAll().where('id', '=', entryId).executeTakeFirst();
        if (!entry) throw new NotAllowed('Nobody on the waitlist has this id.');
        await endInvitations(db, entryId, now);
        return move(db, entry, 'reopen', 'organizer', now, { joined_at: now.toISOString() });
      });
    },
  };
}

/** A mail about an entry goes to the newest answers that she gave; the payload says which invitation it is about. */
export async function tell(
  db: Transaction<Database>,
  entry: EntriesTable,
  kind: string,
  now: Date,
  payload: Record<string, unknown> = {},
): Promise<void> {
  const submission = await db
    .selectFrom('submissions')
    .select('id')
    .where('email_key', '=', entry.email_key)
    .where('form_kind', '=', 'waitlist')
    .where('state', '=', 'accepted')
    .where('superseded_by', 'is', null)
    .orderBy('number', 'desc')
    .executeTakeFirst();
  if (submission) await enqueue(db, [{ channel: 'mail', kind, payload }], { submissionId: submission.id, now });
}

/** What those besides her hear of (docs/operating.md), with her entry's id and the state that she is in now. */
type SeatEvent = 'invitation.answered' | 'invitation.lapsed' | 'invitation.revoked' | 'entry.left';

/** Tells those besides her that something has happened to her seat, or to an invitation to one. */
export async function tellOthers(
  db: Transaction<Database>,
  { told }: Pick<SeatRules, 'told'>,
  kind: SeatEvent,
  payload: { entry: string; state: EntryState; answer?: string },
  now: Date,
): Promise<void> {
  const deliveries = told.map((channel) => ({ channel, kind, payload }));
  await enqueue(db, deliveries, { submissionId: null, now });
}

async function offer(
  db: Transaction<Database>,
  entry: EntriesTable,
  { note, expiresAt }: Pick<NewInvitation, 'note' | 'expiresAt'>,
  { hashFor }: SeatRules,
  actor: Actor,
  mail: 'invitation' | 'seat-freed',
  now: Date,
): Promise<{ id: string }> {
  await move(db, entry, 'invite', actor, now);
  // One invitation stands at a time: an older one that she answered with "not this time" could still be accepted.
  await endInvitations(db, entry.id, now);
  const id = uuid({ msecs: now.getTime() });
  await db
    .insertInto('invitations')
    .values({
      id,
      entry_id: entry.id,
      token_hash: hashFor(id),
      note,
      made_at: now.toISOString(),
      expires_at: expiresAt.toISOString(),
      revoked_at: null,
      answer: null,
      answered_at: null,
    })
    .execute();
  await tell(db, entry, mail, now, { invitation: id, note, expiresAt: expiresAt.toISOString() });
  return { id };
}

/** Answers the ids of those that stood; there is one at most. */
export async function endInvitations(db: Transaction<Database>, entryId: string, now: Date): Promise<string[]> {
  const ended = await db
    .updateTable('invitations')
    .set({ revoked_at: now.toISOString() })
    .where('entry_id', '=', entryId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}

/** Seats that are free are offered to those at the head of the waitlist, while accepted and invited leave room. Answers how many. */
export async function offerFreed(db: Transaction<Database>, rules: SeatRules, now: Date): Promise<number> {
  const taken = (await countIn(db, 'accepted')) + (await countIn(db, 'invited'));
  if (taken >= rules.capacity) return 0;
  const heads = await db
    .selectFrom('entries')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('head_since', 'is not', null)
    .orderBy('head_since')
    .orderBy('joined_at')
    .limit(rules.capacity - taken)
    .execute();
  const expiresAt = new Date(now.getTime() + rules.expiresAfter);
  for (const head of heads) await offer(db, head, { note: '', expiresAt }, rules, 'clock', 'seat-freed', now);
  return heads.length;
}
