import type { Content } from '../content/content.ts';
import { paths } from '../paths.ts';
import { seatRules } from '../retreats/rules.ts';
import { secretOf } from '../app/secret.ts';
import type { Settings } from '../app/settings.ts';
import type { SeatRules } from '../retreats/repository/seats.ts';
import type { Store } from '../app/open-store.ts';
import { tokenFor } from '../link-tokens.ts';

export interface Inviting {
  note: string;
  /** For how long it stands, in milliseconds. */
  lasts: number;
  overCapacity: boolean;
}

/** What the command says of an invitation. */
export interface Invited {
  id: string;
  url: string;
  expiresAt: string;
}

/** Invites as an organizer does, from the command or from the desk: the mail is written down, and its link is answered. */
export function inviter(settings: Settings, content: Content) {
  const secret = secretOf(settings);
  const rules: SeatRules = seatRules(content, secret, settings);
  return {
    rules,
    /** Throws NotAllowed. */
    async invite(store: Pick<Store, 'waitlist'>, entryId: string, { note, lasts, overCapacity }: Inviting, now: Date): Promise<Invited> {
      const expiresAt = new Date(now.getTime() + lasts);
      const { id } = await store.waitlist.invite(entryId, { note, expiresAt, overCapacity }, rules, now);
      return {
        id: entryId,
        url: settings.siteUrl + paths.invitation(tokenFor(secret, 'invitation', id)),
        expiresAt: expiresAt.toISOString(),
      };
    },
  };
}
