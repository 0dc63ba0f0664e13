import type { Engine } from '../database/engine.ts';
import { invitationMethods } from './repository/invitations.ts';
import { organizerMethods } from './repository/organizers.ts';
import { ownPasskeyMethods } from './repository/own-passkeys.ts';
import { passkeyMethods } from './repository/passkeys.ts';
import { sessionMethods } from './repository/sessions.ts';

export type Organizers = ReturnType<typeof createOrganizers>;
export type OrganizerList = Awaited<ReturnType<Organizers['listOrganizers']>>;
export type OwnPasskeyList = Awaited<ReturnType<Organizers['listOwnPasskeys']>>;

/**
 * Returns the repository of those who may sign in at the desk away from the server. Its methods throw
 * StoreUnavailable when the engine fails.
 */
export function createOrganizers(engine: Engine) {
  return {
    ...invitationMethods(engine),
    ...passkeyMethods(engine),
    ...ownPasskeyMethods(engine),
    ...sessionMethods(engine),
    ...organizerMethods(engine),
  };
}
