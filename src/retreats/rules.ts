import type { Content } from '../content/content.ts';
import { featuredRetreat } from '../content/schedule.ts';
import type { SeatRules } from './repository/seats.ts';
import { hashOf, tokenFor } from '../link-tokens.ts';

/** How long an invitation is valid by default, and how long before its end the reminder is sent. */
export const invitationLifetimeMs = 7 * 24 * 60 * 60_000;
export const reminderBeforeMs = 2 * 24 * 60 * 60_000;

/** Returns the rules of inviting and answering; the capacity is content. */
export function seatRules(
  { retreats }: Pick<Content, 'retreats'>,
  secret: string,
  { webhook }: { webhook?: object | undefined },
): SeatRules {
  return {
    capacity: featuredRetreat(retreats, new Date()).facts.capacity,
    expiresAfter: invitationLifetimeMs,
    hashFor: (id) => hashOf(tokenFor(secret, 'invitation', id)),
    eventChannels: webhook ? ['webhook'] : [],
  };
}
