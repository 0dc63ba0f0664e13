import type { Engine } from '../../database/engine.ts';
import type { EntryState, NamedActor } from '../../database/schema.ts';
import { Refused } from '../../refused.ts';
import { assertNotClosed } from './closing.ts';
import { enqueueEvent, enqueueMail } from './entry-deliveries.ts';
import { revokeInvitationLink } from './invitations.ts';
import { offerFreedSeats } from './inviting.ts';
import { lockEntry } from './seat-lock.ts';
import type { InvitationSettings } from './seats.ts';
import { transition } from './transitions.ts';

export interface Revocation {
  /** The state that the organizer saw: an entry in another state is left as it is. */
  expectedState?: EntryState | undefined;
  /** For the founder who had the seat. */
  reason?: string;
  by: NamedActor;
}

/** How an organizer ends an invitation or a seat, and puts a founder back on the waitlist. */
export function revocationMethods(engine: Engine) {
  return {
    /** Revokes an invitation or a seat. Texts for people say that it was withdrawn. Throws Refused. */
    revoke(entryId: string, { expectedState, reason, by }: Revocation, settings: InvitationSettings, now: Date): Promise<EntryState> {
      return engine.transact(async (db) => {
        const entry = await lockEntry(engine, db, entryId);
        if (expectedState && expectedState !== entry.state)
          throw new Refused(`The founder was ${expectedState} when you looked, and is ${entry.state} now. Nothing was withdrawn.`);
        await assertNotClosed(db, entry.retreat);
        const state = await transition(db, entry, 'revoke', { by, now });
        const revokedInvitation = await revokeInvitationLink(db, entryId, now);
        // The founder of a seat knows of it. An invitation may not have been emailed yet; then no email is sent.
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
