import type { Content } from '../content/content.ts';
import type { Editing } from '../editing/publisher.ts';
import { hashOf, tokenFor } from '../link-tokens.ts';
import { erasePerson } from '../people/erase-person.ts';
import { createLetterService } from '../letters/service.ts';
import { createInvitationService } from '../retreats/invite.ts';
import type { Store } from './open-store.ts';
import { planDeliveries } from './plan-deliveries.ts';
import type { Settings } from './settings.ts';

interface Parts {
  settings: Settings;
  secret: string;
  store: Store;
  content: Content;
  editing: Editing;
  now: () => Date;
}

/** Returns what the desk needs of the product, on loopback and away from it. */
export const deskOptions = ({ settings, secret, store, content, editing, now }: Parts) => ({
  ...store,
  content,
  editing,
  dataDir: settings.dataDir,
  invitations: createInvitationService({ ...settings, secret, content }),
  letters: createLetterService({ ...settings, secret, content, letters: store.letters }),
  deliveriesFor: planDeliveries(settings, content, now),
  confirmationHash: (submissionId: string) => hashOf(tokenFor(secret, 'confirm', submissionId)),
  erase: (email: string) => erasePerson(store, email, settings, now()),
});
