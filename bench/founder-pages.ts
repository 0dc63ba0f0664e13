import { openStore } from '../src/app/open-store.ts';
import { loadContent } from '../src/content/load.ts';
import { featuredRetreat } from '../src/content/retreat-schedule.ts';
import { dayMs } from '../src/durations.ts';
import { signedId, tokenFor } from '../src/link-tokens.ts';
import { paths } from '../src/paths.ts';
import { createInvitationSettings } from '../src/retreats/invitation-service.ts';
import { recording } from '../test/support/recording.ts';
import type { Site } from './site.ts';

/** Puts a founder on the waitlist of a site with this secret, and invites the founder. Returns the paths of the founder's private pages. */
export async function inviteFounder(site: Site, secret: string) {
  const content = loadContent();
  const now = new Date();
  await using store = await openStore(`file:${site.dataDir}/founder-house.db`);
  const retreat = featuredRetreat(content.retreats, now).slug;
  const { id } = await store.submissions.record(recording({}, { form: 'waitlist', retreat }));
  const entry = await store.waitlist.findBySubmission(id);
  if (!entry) throw new Error('the founder is not on the waitlist');
  const wanted = { note: '', latestEnd: new Date(now.getTime() + dayMs), overCapacity: true, by: 'organizer' as const };
  const invitation = await store.waitlist.invite(entry.id, wanted, createInvitationSettings(content, secret, {}), now);
  return {
    invitation: paths.invitation(tokenFor(secret, 'invitation', invitation.id)),
    status: paths.status(signedId(secret, 'status', id)),
  };
}
