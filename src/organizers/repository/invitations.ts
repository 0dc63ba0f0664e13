import { randomBytes, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Engine } from '../../database/engine.ts';
import type { Role } from '../../database/organizer-tables.ts';
import { lockIfStored } from '../../database/row-lock.ts';
import type { Database } from '../../database/schema.ts';
import { deleteRows } from '../../database/store-row.ts';
import { hashOf } from '../../link-tokens.ts';
import { AccessRefused, hasName, invitationLimits, passkeyInvitationLifetimeMs } from '../rules.ts';

interface Invited {
  name: string;
  /** The role that the organizer has already, or `organizer`, if this is left out. */
  role?: Role | undefined;
  /** The organizer who invites at the desk; undefined for the command. */
  by?: { id: string; name: string };
}

export function invitationMethods(engine: Engine) {
  return {
    /**
     * Creates a link's token with which an organizer registers a passkey, and replaces an earlier one for the same name. For a
     * name that has access, the passkey is added to the same organizer; at the desk, organizers can do that only for
     * themselves. Throws AccessRefused.
     */
    inviteOrganizer({ name: typedName, role, by }: Invited, now: Date) {
      const name = typedName.normalize('NFC').trim().replaceAll(/\s+/gu, ' ');
      const token = randomBytes(32).toString('base64url');
      const expires_at = new Date(now.getTime() + passkeyInvitationLifetimeMs).toISOString();
      return engine.transact(async (db) => {
        const invitations = await db.selectFrom('organizer_invitations').select(['name', 'token_hash', 'expires_at']).execute();
        const { endsAfter, endsUntil } = invitationLimits(now);
        const replaced = invitations.filter((row) => hasName(name)(row) || row.expires_at <= endsAfter || row.expires_at > endsUntil);
        // Before the organizers are read: the deletion waits for a registration with this invitation that is in progress.
        for (const { token_hash } of replaced) await db.deleteFrom('organizer_invitations').where('token_hash', '=', token_hash).execute();
        const organizer = (await db.selectFrom('organizers').selectAll().execute()).find(hasName(name));
        if (organizer && by && organizer.id !== by.id)
          throw new AccessRefused(
            `${organizer.name} has access already. For a lost device, run bin/organizer desk invite on the server; for another person, write another name.`,
          );
        // At the desk nobody can change a role, not even their own.
        const keepsRole = by !== undefined && organizer !== undefined;
        const row = {
          token_hash: hashOf(token),
          organizer_id: organizer?.id ?? randomUUID(),
          name: organizer?.name ?? name,
          role: keepsRole ? organizer.role : (role ?? organizer?.role ?? 'organizer'),
          invited_by: by?.id ?? null,
          created_at: now.toISOString(),
          expires_at,
        };
        // The request of an organizer who is being revoked can be in progress. A revocation deletes only what is stored before it.
        if (by && !(await lockIfStored(db, 'organizers', by.id))) throw new AccessRefused('Your access was revoked.');
        await db.insertInto('organizer_invitations').values(row).execute();
        return { token, name: row.name, role: row.role, expiresAt: expires_at };
      });
    },

    /**
     * Deletes the invitation to a name, and nothing that the name has already. Returns the name, or undefined if it has no invitation,
     * for example because it was used in the meantime.
     */
    withdrawOrganizerInvitation(name: string): Promise<string | undefined> {
      return engine.transact(async (db) => {
        const invitations = await db.selectFrom('organizer_invitations').select(['name', 'token_hash']).execute();
        const invitation = invitations.find(hasName(name));
        if (!invitation) return undefined;
        const isDeleted = await deleteRows(db.deleteFrom('organizer_invitations').where('token_hash', '=', invitation.token_hash));
        return isDeleted ? invitation.name : undefined;
      });
    },

    /** Returns the invitation that a token opens, and the passkeys that its organizer has. Throws AccessRefused. */
    readOrganizerInvitation(token: string, now: Date) {
      return engine.read(async (db) => {
        const { organizer_id: organizerId, name } = await readOpenInvitation(db, token, now);
        const passkeys = await db.selectFrom('passkeys').select('id').where('organizer_id', '=', organizerId).execute();
        return { organizerId, name, passkeyIds: passkeys.map(({ id }) => id) };
      });
    },
  };
}

/** Selects the invitations that have not ended. */
export function openInvitations(db: Kysely<Database>, now: Date) {
  const { endsAfter, endsUntil } = invitationLimits(now);
  return db.selectFrom('organizer_invitations').where('expires_at', '>', endsAfter).where('expires_at', '<=', endsUntil);
}

/** Returns the row of a token. Throws AccessRefused if the token is unknown, used, replaced or expired, with the same message for each. */
export async function readOpenInvitation(db: Kysely<Database>, token: string, now: Date) {
  const row = await openInvitations(db, now).selectAll().where('token_hash', '=', hashOf(token)).executeTakeFirst();
  if (!row)
    throw new AccessRefused(
      'This link was used before, has expired, or is incomplete. Ask an organizer for a new one, or run bin/organizer desk invite on the server.',
    );
  return row;
}
