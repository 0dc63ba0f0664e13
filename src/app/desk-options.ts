import type { Content } from '../content/content.ts';
import { contentFolder } from '../content/load.ts';
import { buildRelease } from '../editing/build-release.ts';
import { createEditing, type Editing } from '../editing/editing.ts';
import { hashOf, tokenFor } from '../link-tokens.ts';
import { erasePerson } from '../people/erase-person.ts';
import { createLetterService } from '../letters/service.ts';
import { createInvitationService } from '../retreats/invitation-service.ts';
import { dist } from './open-site.ts';
import type { Store } from './open-store.ts';
import { createPlanDeliveries } from '../submissions/plan-deliveries.ts';
import type { Settings } from './settings.ts';

interface Parts {
  settings: Settings;
  secret: string;
  store: Store;
  content: () => Content;
  editing: Editing;
  timeZone: string;
  now: () => Date;
}

/** Creates the editing service for the content that the site shows. */
export const createSiteEditing = (
  { workshops, waitlist }: Pick<Store, 'workshops' | 'waitlist'>,
  dataDir: string,
  now: () => Date,
): Editing =>
  createEditing({
    contentFolder: contentFolder(),
    dataDir,
    dist,
    build: buildRelease,
    countRegistered: workshops.countRegistered,
    countByState: waitlist.countByState,
    listClosedRetreats: waitlist.listClosedRetreats,
    now,
  });

/** Returns the options that the desks on loopback and at DESK_ORIGIN share. */
export const deskOptions = ({ settings, secret, store, content, editing, timeZone, now }: Parts) => ({
  ...store,
  content,
  editing,
  timeZone,
  now,
  dataDir: settings.dataDir,
  siteUrl: settings.siteUrl,
  sendsMail: settings.smtpUrl !== undefined,
  invitations: createInvitationService({ ...settings, secret, content, waitlist: store.waitlist }),
  letters: createLetterService({ ...settings, secret, content, letters: store.letters }),
  planDeliveries: createPlanDeliveries(settings, content, now),
  confirmationHash: (submissionId: string) => hashOf(tokenFor(secret, 'confirm', submissionId)),
  erase: (email: string) => erasePerson(store, email, { ...settings, secret }, now()),
});
