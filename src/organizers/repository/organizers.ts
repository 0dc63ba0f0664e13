import type { Engine } from '../../database/engine.ts';
import { lockIfStored } from '../../database/row-lock.ts';
import { hasName } from '../rules.ts';
import { openInvitations } from './invitations.ts';
import { liveSessions } from './sessions.ts';

export function organizerMethods(engine: Engine) {
  return {
    /** Returns who may sign in, their sessions that have not ended, and the invitations that are open. Instants are ISO 8601 in UTC. */
    listOrganizers(now: Date) {
      return engine.read(async (db) => {
        const organizers = await db.selectFrom('organizers').selectAll().orderBy('created_at').execute();
        const passkeys = await db.selectFrom('passkeys').select('organizer_id').execute();
        const sessions = await liveSessions(db, now).select('organizer_id').orderBy('seen_at', 'desc').execute();
        const invitations = await openInvitations(db, now)
          .select(['name', 'role', 'expires_at as expiresAt'])
          .orderBy('created_at')
          .execute();
        return {
          organizers: organizers.map(({ id, name, role }) => ({
            id,
            name,
            role,
            passkeys: passkeys.filter(({ organizer_id }) => organizer_id === id).length,
            sessions: sessions
              .filter(({ organizer_id }) => organizer_id === id)
              .map((session) => ({ id: session.id, device: session.device, createdAt: session.created_at, seenAt: session.seen_at })),
          })),
          invitations,
        };
      });
    },

    /**
     * Takes away all access under a name: passkeys, sessions, the invitation to it, and the open invitations that this organizer made.
     * Returns the name, or undefined if nobody has it.
     */
    revokeOrganizer(name: string): Promise<string | undefined> {
      return engine.transact(async (db) => {
        const invitation = (await db.selectFrom('organizer_invitations').selectAll().execute()).find(hasName(name));
        // Before the organizers are read: the deletion waits for a registration with this invitation that is in progress.
        if (invitation) await db.deleteFrom('organizer_invitations').where('token_hash', '=', invitation.token_hash).execute();
        const organizer = (await db.selectFrom('organizers').selectAll().execute()).find(hasName(name));
        if (organizer) {
          // First: an invitation that this organizer is making is stored before this lock, and deleted here, or refused.
          await lockIfStored(db, 'organizers', organizer.id);
          await db.deleteFrom('organizer_invitations').where('invited_by', '=', organizer.id).execute();
          await db.deleteFrom('organizer_sessions').where('organizer_id', '=', organizer.id).execute();
          await db.deleteFrom('passkeys').where('organizer_id', '=', organizer.id).execute();
          await db.deleteFrom('organizers').where('id', '=', organizer.id).execute();
        }
        return organizer?.name ?? invitation?.name;
      });
    },
  };
}
