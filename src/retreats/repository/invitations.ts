import type { Kysely, Transaction } from 'kysely';
import { claimKey, releaseKey } from '../../database/claims.ts';
import type { Database, InvitationsTable } from '../../database/schema.ts';
import type { Engine } from '../../database/engine.ts';
import { reminderBeforeMs } from '../limits.ts';
import { findClosedAt } from './closing.ts';
import { findEntry, findLastStep, type Entry } from './entries.ts';

export interface Invitation {
  id: string;
  note: string;
  expiresAt: string;
  answer: InvitationsTable['answer'];
  entry: Entry;
}

/**
 * `given-up`: its link no longer works, since the founder accepted and gave up the seat on the status page. `closed`: its link worked until
 * its retreat was closed.
 */
type FoundInvitation = { kind: 'unknown' } | { kind: 'gone' } | { kind: 'found' | 'given-up' | 'closed'; invitation: Invitation };

export function invitationMethods(engine: Engine) {
  return {
    /** Returns an invitation by the hash of its token or by its id. */
    findInvitation(key: { hash: string } | { id: string }, now: Date): Promise<FoundInvitation> {
      return engine.read(async (db) => {
        const query = db.selectFrom('invitations').selectAll();
        const row = await ('hash' in key ? query.where('token_hash', '=', key.hash) : query.where('id', '=', key.id)).executeTakeFirst();
        if (!row) return { kind: 'unknown' };
        const entry = await findEntry(db, row.entry_id);
        const hasLapsed = row.answer === null && row.expires_at <= now.toISOString();
        if (!entry || hasLapsed) return { kind: 'gone' };
        const { id, note, expires_at: expiresAt, answer } = row;
        const invitation = { id, note, expiresAt, answer, entry };
        if (!row.revoked_at) return { kind: 'found', invitation };
        const isCancelled = answer === 'accept' && entry.state === 'cancelled';
        const wasGivenUp = isCancelled && (await findLastStep(db, entry.id))?.event === 'leave';
        if (wasGivenUp) return { kind: 'given-up', invitation };
        // Closing a retreat revokes all its links at one instant.
        const wasClosed = (await findClosedAt(db, entry.retreat)) === row.revoked_at;
        return wasClosed ? { kind: 'closed', invitation } : { kind: 'gone' };
      });
    },

    /**
     * Returns whether an invitation can be answered or is answered; `extended` if its deadline is no longer `statedDeadline`, which an
     * email states (ISO 8601, UTC), and undefined if it has expired or was revoked.
     */
    findInvitationStatus(id: string, statedDeadline: string | undefined, now: Date): Promise<'open' | 'answered' | 'extended' | undefined> {
      return engine.read(async (db) => {
        const row = await db
          .selectFrom('invitations')
          .select(['answer', 'expires_at'])
          .where('id', '=', id)
          .where('revoked_at', 'is', null)
          .where('expires_at', '>', now.toISOString())
          .executeTakeFirst();
        if (row && statedDeadline && row.expires_at !== statedDeadline) return 'extended';
        return row && (row.answer === null ? 'open' : 'answered');
      });
    },

    /** Returns whether an email with this invitation was delivered; undefined while a worker is sending one. */
    async wasInvitationMailed(id: string, now: Date): Promise<boolean | undefined> {
      const mails = await engine.read((db) => listMailsWithInvitation(db, id));
      // An email that was not needed also counts as delivered; its error is the reason.
      if (mails.some(({ state, last_error }) => state === 'delivered' && last_error === null)) return true;
      const isBeingSent = mails.some(
        ({ state, leased_until }) => state === 'due' && leased_until !== null && leased_until > now.toISOString(),
      );
      return isBeingSent ? undefined : false;
    },

    /** Returns the entries of the invited founders of a retreat whose newest email with an invitation is parked, by their ids. */
    async listWithParkedInvitation(retreat: string): Promise<string[]> {
      const mails = await engine.read((db) =>
        deliveriesToFounders(db)
          .select(['entries.id', 'deliveries.state'])
          .where('entries.retreat', '=', retreat)
          .where('entries.state', '=', 'invited')
          .where('deliveries.kind', 'in', ['invitation', 'seat-freed'])
          .orderBy('deliveries.id')
          .execute(),
      );
      const newestState = new Map(mails.map(({ id, state }) => [id, state]));
      return [...newestState].flatMap(([id, state]) => (state === 'parked' ? [id] : []));
    },
  };
}

/** Selects the deliveries of entries. They belong to submissions of the founder, through which an index finds them. */
const deliveriesToFounders = (db: Kysely<Database>) =>
  db
    .selectFrom('entries')
    .innerJoin('submissions', (join) =>
      join.onRef('submissions.email_key', '=', 'entries.email_key').onRef('submissions.retreat', '=', 'entries.retreat'),
    )
    .innerJoin('deliveries', 'deliveries.submission_id', 'submissions.id');

/** Returns the emails with an invitation. */
export const listMailsWithInvitation = (db: Kysely<Database>, invitationId: string) =>
  deliveriesToFounders(db)
    .innerJoin('invitations', 'invitations.entry_id', 'entries.id')
    .select(['deliveries.kind', 'deliveries.state', 'deliveries.last_error', 'deliveries.leased_until'])
    .where('invitations.id', '=', invitationId)
    .where('deliveries.channel', '=', 'mail')
    .where('deliveries.payload', 'like', `%"invitation":"${invitationId}"%`)
    .execute();

/** Makes the link of an entry's invitation stop working, answered or not. Returns the id of the invitation; undefined if there is none. */
export async function revokeInvitationLink(db: Transaction<Database>, entryId: string, now: Date): Promise<string | undefined> {
  const revoked = await db
    .updateTable('invitations')
    .set({ revoked_at: now.toISOString() })
    .where('entry_id', '=', entryId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return revoked?.id;
}

/** Returns the key that keeps an invitation from a second reminder. */
export const reminderKey = (invitationId: string) => `invitation reminder ${invitationId}`;

/** Lets an invitation with a new deadline get one more reminder, unless it ends so soon that the email about that deadline suffices. */
export async function renewReminder(db: Transaction<Database>, invitationId: string, expiresAt: Date, now: Date): Promise<void> {
  const key = reminderKey(invitationId);
  if (expiresAt.getTime() - now.getTime() > reminderBeforeMs) await releaseKey(db, key);
  else await claimKey(db, key, now);
}
