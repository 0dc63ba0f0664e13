import type { Kysely } from 'kysely';
import type { Engine } from '../../database/engine.ts';
import type { Database } from '../../database/schema.ts';
import { claimKey } from '../../database/claims.ts';
import { reminderBeforeMs } from '../limits.ts';
import { enqueueAnswerNote } from './answer-notes.ts';
import { enqueueEvent, enqueueMail } from './entry-deliveries.ts';
import { reminderKey, revokeInvitationLink } from './invitations.ts';
import { offerFreedSeats } from './inviting.ts';
import { lockSeats } from './seat-lock.ts';
import { transition } from './transitions.ts';
import type { InvitationSettings } from './seats.ts';

export function deadlineMethods(engine: Engine) {
  return {
    /** Ends the invitations whose deadline has passed, and offers free seats. Returns how many entries changed. */
    lapse(settings: InvitationSettings, now: Date): Promise<number> {
      return engine.transact(async (db) => {
        await lockSeats(engine, db);
        const rows = await unanswered(db).where('invitations.expires_at', '<=', now.toISOString()).execute();
        for (const entry of rows) {
          const state = await transition(db, entry, 'lapse', { by: 'clock', now });
          // Its deadline alone would open the link again, on another instance or once the clock is set back.
          await revokeInvitationLink(db, entry.id, now);
          await enqueueEvent(db, settings, { kind: 'invitation.lapsed', entry: entry.id, state, now });
          await enqueueAnswerNote(db, entry, settings, now);
        }
        // A seat may also be free because its holder was erased, or because the capacity grew.
        let offered = 0;
        for (const retreat of settings.retreats.keys()) offered += await offerFreedSeats(db, retreat, settings, now);
        return rows.length + offered;
      });
    },

    /** Enqueues one reminder for each invitation that expires soon. Returns the number of reminders. */
    remindInvited(now: Date): Promise<number> {
      return engine.transact(async (db) => {
        // An organizer may extend an invitation at the same moment.
        await lockSeats(engine, db);
        const rows = await unanswered(db)
          .select(['invitations.id as invitation_id', 'invitations.note', 'invitations.made_at', 'invitations.expires_at'])
          .where('invitations.expires_at', '>', now.toISOString())
          .where('invitations.expires_at', '<=', new Date(now.getTime() + reminderBeforeMs).toISOString())
          .execute();
        let reminded = 0;
        // A founder with a shorter deadline was invited only recently.
        const longEnough = rows.filter(({ made_at, expires_at }) => Date.parse(expires_at) - Date.parse(made_at) > reminderBeforeMs);
        for (const entry of longEnough) {
          if (!(await claimKey(db, reminderKey(entry.invitation_id), now))) continue;
          reminded += 1;
          const payload = { invitation: entry.invitation_id, note: entry.note, expiresAt: entry.expires_at };
          await enqueueMail(db, entry, { kind: 'invitation-reminder', payload, now });
        }
        return reminded;
      });
    },
  };
}

/** Selects the entries whose invitation is not answered yet. */
const unanswered = (db: Kysely<Database>) =>
  db
    .selectFrom('entries')
    .innerJoin('invitations', 'invitations.entry_id', 'entries.id')
    .selectAll('entries')
    .where('entries.state', '=', 'invited')
    .where('invitations.revoked_at', 'is', null)
    .where('invitations.answer', 'is', null);
