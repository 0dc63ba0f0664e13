import { formatDeadline } from '../../content/format.ts';
import type { Engine } from '../../database/engine.ts';
import { minuteMs } from '../../durations.ts';
import { Refused } from '../../refused.ts';
import { deadlineOf } from '../limits.ts';
import { assertNotClosed } from './closing.ts';
import { renewReminder } from './deadlines.ts';
import { findOpenInvitation } from './invitations.ts';
import { seatsOf, type InvitationSettings, type NewInvitation } from './seats.ts';
import { lockEntry, transition, enqueueMail } from './transitions.ts';

type Extension = Pick<NewInvitation, 'expiresAt' | 'by'>;

export function extendMethods(engine: Engine) {
  return {
    /**
     * Moves the deadline of an open invitation to `deadlineOf()`, at least a minute later, and enqueues the mail with the invitation once
     * more, with the same link. Throws Refused.
     */
    extendInvitation(
      entryId: string,
      { expiresAt: latest, by }: Extension,
      settings: InvitationSettings,
      now: Date,
    ): Promise<{ id: string; expiresAt: Date }> {
      return engine.transact(async (db) => {
        const entry = await lockEntry(engine, db, entryId);
        await assertNotClosed(db, entry.retreat);
        await transition(db, entry, 'extend', { by, now });
        const { season, startsAt } = seatsOf(settings, entry.retreat);
        if (startsAt && startsAt <= now) throw new Refused(`The ${season} retreat has begun; invitations to it are no longer extended.`);
        const { id, note, expires_at: current } = await findOpenInvitation(db, entryId, now);
        const expiresAt = deadlineOf(latest, startsAt, now);
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
