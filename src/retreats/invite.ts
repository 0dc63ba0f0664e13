import type { Content } from '../content/content.ts';
import { tokenFor } from '../link-tokens.ts';
import { paths } from '../paths.ts';
import { invitationWarnings } from './invitation-warnings.ts';
import type { Waitlist } from './repository.ts';
import type { NamedActor } from './repository/transitions.ts';
import { createInvitationSettings } from './invitation-settings.ts';

interface Options {
  /** Returns the content that the site shows; it changes with each publish. */
  content: () => Content;
  secret: string;
  siteUrl: string;
  webhook?: object | undefined;
}

interface InvitationOptions {
  /** The organizer's own words in the mail. */
  note: string;
  /** How long the invitation is valid. */
  validForMs: number;
  overCapacity: boolean;
  by: NamedActor;
}

export type InvitationService = ReturnType<typeof createInvitationService>;
export type Invited = Awaited<ReturnType<InvitationService['invite']>>;

/** Invites founders on behalf of the organizer: enqueues the mail and returns the link in it. The command and the desk share it. */
export function createInvitationService({ content, secret, siteUrl, webhook }: Options) {
  const rules = () => createInvitationSettings(content(), secret, { webhook });
  return {
    rules,
    /** Returns warnings about the dates that an invitation to this retreat shows. */
    warnings: (retreat: string, now: Date) => invitationWarnings(content(), retreat, now),
    /** Throws NotAllowed. */
    async invite(waitlist: Pick<Waitlist, 'invite'>, entryId: string, { validForMs, ...wanted }: InvitationOptions, now: Date) {
      const until = new Date(now.getTime() + validForMs);
      const { id, expiresAt } = await waitlist.invite(entryId, { ...wanted, expiresAt: until }, rules(), now);
      return { id: entryId, url: siteUrl + paths.invitation(tokenFor(secret, 'invitation', id)), expiresAt: expiresAt.toISOString() };
    },
  };
}
