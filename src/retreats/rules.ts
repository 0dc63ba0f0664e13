import type { Content } from '../content/content.ts';
import type { SeatRules } from './repository/seats.ts';
import { hashOf, tokenFor } from '../link-tokens.ts';

/** For how long an invitation stands when nobody says otherwise, and when before its end its reminder goes out, in milliseconds. */
export const invitationLasts = 7 * 24 * 60 * 60_000;
export const reminderBefore = 2 * 24 * 60 * 60_000;

/** What the store must know to invite and to take answers: the capacity is content. */
export function seatRules({ retreat }: Pick<Content, 'retreat'>, secret: string, { webhook }: { webhook?: object | undefined }): SeatRules {
  return {
    capacity: retreat.facts.capacity,
    expiresAfter: invitationLasts,
    hashFor: (id) => hashOf(tokenFor(secret, 'invitation', id)),
    told: webhook ? ['webhook'] : [],
  };
}
