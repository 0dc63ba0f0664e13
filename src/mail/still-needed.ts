import type { Store } from '../app/open-store.ts';
import { NotNeeded, TryLater } from '../outbox/channel.ts';
import type { Message } from '../outbox/channel.ts';

/** Those that ask her to answer an invitation. Answered from another page meanwhile, the first of them still tells her what it was. */
const asking = new Set(['invitation', 'seat-freed', 'invitation-reminder']);

/**
 * Looks at what became of an invitation since a mail about it was written down: one that waited for its server would lead to a page that is gone, or
 * say sorry for what she never heard of. Throws NotNeeded, TryLater.
 */
export async function assertStillNeeded(
  { kind, payload }: Pick<Message, 'kind' | 'payload'>,
  { store, now }: { store: { waitlist: Pick<Store['waitlist'], 'invitationStatus' | 'wasInvitationMailed'> }; now: () => Date },
): Promise<void> {
  const { invitation, takenBack } = payload as { invitation?: string; takenBack?: string };
  if (invitation && asking.has(kind)) {
    const stands = await store.waitlist.invitationStatus(invitation, now());
    if (stands === undefined) throw new NotNeeded('the invitation no longer stands');
    if (stands === 'answered' && kind === 'invitation-reminder') throw new NotNeeded('the invitation is answered');
  }
  if (takenBack) {
    const told = await store.waitlist.wasInvitationMailed(takenBack, now());
    if (told === undefined) throw new TryLater('the invitation that was taken back is just being sent; then she is told');
    if (!told) throw new NotNeeded('she was never sent the invitation that was taken back');
  }
}
