import type { Transaction } from 'kysely';
import { formatDeadline } from '../../content/format.ts';
import type { Engine } from '../../database/engine.ts';
import type { Database, InvitationsTable, NamedActor } from '../../database/schema.ts';
import { minuteMs } from '../../durations.ts';
import { Refused } from '../../refused.ts';
import { deadlineOf } from '../limits.ts';
import { assertNotClosed } from './closing.ts';
import { renewReminder } from './deadlines.ts';
import { listMailsWithInvitation } from './invitations.ts';
import { seatsOf, type InvitationSettings, type NewInvitation } from './seats.ts';
import { enqueueMail } from './entry-deliveries.ts';
import { lockEntry } from './seat-lock.ts';
import { transition } from './transitions.ts';

type Extension = Pick<NewInvitation, 'latestEnd' | 'by'>;

/** What an organizer can do with an invitation that is not answered yet, besides withdrawing it. */
export function openInvitationMethods(engine: Engine) {
  return {
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
    extendInvitation(
      entryId: string,
      { latestEnd, by }: Extension,
      settings: InvitationSettings,
      now: Date,
    ): Promise<{ id: string; expiresAt: Date }> {
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
