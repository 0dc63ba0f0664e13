import type { Engine } from '../../database/engine.ts';
import { deleteRows, insertIfNew } from '../../database/store-row.ts';
import { hashOf } from '../../link-tokens.ts';
import { AccessRefused, passkeyChallengeLifetimeMs } from '../rules.ts';
import { readOpenInvitation } from './invitations.ts';
import { startSession } from './sessions.ts';

/** A passkey as an authenticator registered it. */
interface NewPasskey {
  id: string;
  /** COSE_Key (RFC 9052), base64url. */
  publicKey: string;
  counter: number;
  transports: string[];
}

export function passkeyMethods(engine: Engine) {
  return {
    /** Stores a challenge that was issued, base64url, and deletes those that have expired. */
    addChallenge(challenge: string, now: Date): Promise<void> {
      const row = { hash: hashOf(challenge), expires_at: new Date(now.getTime() + passkeyChallengeLifetimeMs).toISOString() };
      return engine.transact(async (db) => {
        await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now.toISOString()).execute();
        await db.insertInto('passkey_challenges').values(row).execute();
      });
    },

    /** Uses up a challenge. Returns whether it was issued, unused and not expired. */
    consumeChallenge(challenge: string, now: Date): Promise<boolean> {
      return engine.transact((db) =>
        deleteRows(db.deleteFrom('passkey_challenges').where('hash', '=', hashOf(challenge)).where('expires_at', '>', now.toISOString())),
      );
    },

    /** Uses up an invitation: stores the organizer and the passkey, and returns the token of a session. Throws AccessRefused. */
    register(invitationToken: string, passkey: NewPasskey, device: string, now: Date): Promise<string> {
      return engine.transact(async (db) => {
        const { token_hash, organizer_id, name, role } = await readOpenInvitation(db, invitationToken, now);
        if (!(await deleteRows(db.deleteFrom('organizer_invitations').where('token_hash', '=', token_hash))))
          throw new AccessRefused('This link was just used. Ask for a new one.');
        const created_at = now.toISOString();
        await db
          .insertInto('organizers')
          .values({ id: organizer_id, name, role, created_at })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ role }))
          .execute();
        const isNew = await insertIfNew(db, 'passkeys', {
          id: passkey.id,
          organizer_id,
          public_key: passkey.publicKey,
          counter: passkey.counter,
          transports: JSON.stringify(passkey.transports),
          device,
          created_at,
          used_at: null,
        });
        // WebAuthn Level 3, 7.1: an authenticator can claim the id of another organizer's passkey.
        if (!isNew)
          throw new AccessRefused('This passkey is registered already. Choose another device, or another place to keep the passkey.');
        return startSession(db, { organizerId: organizer_id, passkeyId: passkey.id, device }, now);
      });
    },

    /** Returns the passkey with this credential id. */
    findPasskey(id: string): Promise<NewPasskey | undefined> {
      return engine.read(async (db) => {
        const row = await db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst();
        return row && { id, publicKey: row.public_key, counter: row.counter, transports: JSON.parse(row.transports) as string[] };
      });
    },

    /**
     * Records the use of a verified passkey, and returns the token of a new session. Throws AccessRefused if the
     * passkey was revoked meanwhile.
     */
    signIn(passkeyId: string, counter: number, device: string, now: Date): Promise<string> {
      return engine.transact(async (db) => {
        const used = await db
          .updateTable('passkeys')
          .set({ counter, used_at: now.toISOString() })
          .where('id', '=', passkeyId)
          .returning('organizer_id')
          .executeTakeFirst();
        if (!used) throw new AccessRefused('This passkey was just revoked.');
        return startSession(db, { organizerId: used.organizer_id, passkeyId, device }, now);
      });
    },
  };
}
