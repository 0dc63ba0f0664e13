import type { Kysely } from 'kysely';
import type { Engine } from '../../database/engine.ts';
import type { Database } from '../../database/schema.ts';
import { AccessRefused } from '../rules.ts';

/** The organizer whose passkeys are asked for, and the session of the request. */
interface Asking {
  id: string;
  sessionId: string;
}

export function ownPasskeyMethods(engine: Engine) {
  return {
    /** Returns the passkeys of an organizer, the oldest first. Instants are ISO 8601 in UTC. */
    listOwnPasskeys({ id: organizerId, sessionId }: Asking) {
      return engine.read(async (db) => {
        const rows = await db
          .selectFrom('passkeys')
          .select(['id', 'device', 'created_at', 'used_at'])
          .where('organizer_id', '=', organizerId)
          .orderBy('created_at')
          .orderBy('id')
          .execute();
        const current = await findPasskeyOfSession(db, sessionId);
        return rows.map(({ id, device, created_at, used_at }) => ({
          id,
          /** Where it was registered; null for one that an earlier version registered. */
          device,
          createdAt: created_at,
          /** A registration signs in as well. */
          usedAt: used_at ?? created_at,
          isCurrent: id === current,
        }));
      });
    },

    /**
     * Deletes a passkey of the organizer, and ends the sessions that were signed in with it. Returns whether the organizer had it. Throws
     * AccessRefused for the last passkey, for the one that the session was signed in with, and if the session has ended meanwhile.
     */
    removeOwnPasskey(passkeyId: string, { id: organizerId, sessionId }: Asking): Promise<boolean> {
      return engine.transact(async (db) => {
        // Locked, in one order: of two removals at the same moment, the second one sees what the first one left.
        const passkeys = await db
          .selectFrom('passkeys')
          .select('id')
          .where('organizer_id', '=', organizerId)
          .orderBy('id')
          .forUpdate()
          .execute();
        if (!passkeys.some(({ id }) => id === passkeyId)) return false;
        if (passkeys.length === 1)
          throw new AccessRefused('This is your only passkey: without it you cannot sign in. Register another one first.');
        const current = await findPasskeyOfSession(db, sessionId);
        // An earlier removal can have ended this session. A lost device must remove no other passkey after its own was removed.
        if (current === undefined) throw new AccessRefused('Your session has just ended. Sign in again.');
        if (current === passkeyId)
          throw new AccessRefused('You are signed in with this passkey. To remove it, sign in with another one first.');
        await db.deleteFrom('passkeys').where('id', '=', passkeyId).execute();
        await db
          .deleteFrom('organizer_sessions')
          .where('organizer_id', '=', organizerId)
          .where('id', '!=', sessionId)
          // A session of an earlier version does not say its passkey, so it can be one of the removed passkey.
          .where(({ eb, or }) => or([eb('passkey_id', '=', passkeyId), eb('passkey_id', 'is', null)]))
          .execute();
        return true;
      });
    },
  };
}

/** Returns the id of the passkey that a session was signed in with: null if it is not known, undefined if there is no such session. */
async function findPasskeyOfSession(db: Kysely<Database>, sessionId: string) {
  const row = await db.selectFrom('organizer_sessions').select('passkey_id').where('id', '=', sessionId).executeTakeFirst();
  return row?.passkey_id;
}
