import type { Engine } from '../database/engine.ts';
import { invitationCommands } from './repository/invitations.ts';
import { organizerCommands } from './repository/organizers.ts';
import { passkeyCommands } from './repository/passkeys.ts';
import { sessionCommands } from './repository/sessions.ts';

export type Organizers = ReturnType<typeof createOrganizers>;

/**
 * Returns the repository of those who may sign in at the desk away from the server. Its methods throw
 * StoreUnavailable when the engine fails.
 */
export function createOrganizers(engine: Engine) {
  return {
    ...invitationCommands(engine),
    ...passkeyCommands(engine),
    ...sessionCommands(engine),
    ...organizerCommands(engine),
  };
}
