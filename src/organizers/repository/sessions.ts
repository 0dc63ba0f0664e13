import { randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Engine } from '../../database/engine.ts';
import type { Role } from '../../database/organizer-tables.ts';
import type { Database } from '../../database/schema.ts';
import { deleteRows } from '../../database/store-row.ts';
import { hashOf } from '../../link-tokens.ts';
import { seenIntervalMs, sessionLimits } from '../rules.ts';

/** A request's session at the desk. */
interface OrganizerSession {
  id: string;
  organizer: { id: string; name: string; role: Role };
}

export function sessionMethods(engine: Engine) {
  return {
    /** Returns the session that a cookie's value opens, and records that it was used if `isUse`; undefined if it has ended. */
    async findSession(token: string, now: Date, { isUse = true } = {}): Promise<OrganizerSession | undefined> {
      const row = await engine.read((db) =>
        liveSessions(db, now)
          .select(['organizers.id as organizer_id', 'organizers.name', 'organizers.role'])
          .where('token_hash', '=', hashOf(token))
          .executeTakeFirst(),
      );
      if (!row) return undefined;
      if (isUse && now.getTime() - Date.parse(row.seen_at) > seenIntervalMs)
        await engine.transact((db) =>
          db.updateTable('organizer_sessions').set({ seen_at: now.toISOString() }).where('id', '=', row.id).execute(),
        );
      return { id: row.id, organizer: { id: row.organizer_id, name: row.name, role: row.role } };
    },

    /** Returns which of these sessions have not ended, by id. */
    async listLiveSessions(ids: string[], now: Date): Promise<Set<string>> {
      const rows = await engine.read((db) => liveSessions(db, now).where('organizer_sessions.id', 'in', ids).execute());
      return new Set(rows.map(({ id }) => id));
    },

    /**
     * Ends a session: on sign-out, in the Access tab, or by the command. Its event streams end within a second. Returns whether there was
     * one.
     */
    endSession: (id: string): Promise<boolean> =>
      engine.transact((db) => deleteRows(db.deleteFrom('organizer_sessions').where('id', '=', id))),

    /** Ends a session of this organizer, as `endSession` does. Returns whether the organizer had it. */
    endOwnSession: (id: string, organizerId: string): Promise<boolean> =>
      engine.transact((db) => deleteRows(db.deleteFrom('organizer_sessions').where('id', '=', id).where('organizer_id', '=', organizerId))),
  };
}

/** Selects the sessions that have not ended, with their organizers. A session without an organizer is not valid. */
export function liveSessions(db: Kysely<Database>, now: Date) {
  const { createdAfter, createdUntil, seenAfter } = sessionLimits(now);
  return db
    .selectFrom('organizer_sessions')
    .innerJoin('organizers', 'organizers.id', 'organizer_sessions.organizer_id')
    .select(['organizer_sessions.id', 'organizer_sessions.device', 'organizer_sessions.created_at', 'organizer_sessions.seen_at'])
    .where('organizer_sessions.created_at', '>', createdAfter)
    .where('organizer_sessions.created_at', '<=', createdUntil)
    .where('seen_at', '>', seenAfter);
}

interface NewSession {
  organizerId: string;
  /** The passkey that it is signed in with. */
  passkeyId: string;
  device: string;
}

/** Starts a session with a new token, and deletes those that have ended. Returns the token, which is not stored. */
export async function startSession(db: Transaction<Database>, { organizerId, passkeyId, device }: NewSession, now: Date): Promise<string> {
  const { createdAfter, createdUntil, seenAfter } = sessionLimits(now);
  await db
    .deleteFrom('organizer_sessions')
    .where(({ eb, or }) => or([eb('created_at', '<=', createdAfter), eb('created_at', '>', createdUntil), eb('seen_at', '<=', seenAfter)]))
    .execute();
  const token = randomBytes(32).toString('base64url');
  const at = now.toISOString();
  await db
    .insertInto('organizer_sessions')
    .values({
      id: randomBytes(5).toString('hex'),
      token_hash: hashOf(token),
      organizer_id: organizerId,
      passkey_id: passkeyId,
      device,
      created_at: at,
      seen_at: at,
    })
    .execute();
  return token;
}
