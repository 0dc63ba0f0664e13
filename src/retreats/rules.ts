import type { Content } from '../content/content.ts';
import { startOfRetreat } from '../content/schedule.ts';
import type { RetreatContent } from '../content/schemas/retreat.ts';
import { dayMs } from '../durations.ts';
import type { SeatRules } from './repository/seats.ts';
import { hashOf, tokenFor } from '../link-tokens.ts';

/** How long an invitation is valid by default, and how long before its end the reminder is sent. */
export const invitationLifetimeMs = 7 * dayMs;
export const reminderBeforeMs = 2 * dayMs;

/** Returns the rules of inviting and answering; capacities and days are content. */
export function seatRules(
  { site, retreats }: Pick<Content, 'site' | 'retreats'>,
  secret: string,
  { webhook, organizerEmail }: { webhook?: object | undefined; organizerEmail?: string | undefined },
): SeatRules {
  return {
    retreats: new Map(retreats.map((retreat) => [retreat.slug, { capacity: retreat.facts.capacity, startsAt: startsAt(retreat) }])),
    invitationLifetimeMs,
    hashFor: (id) => hashOf(tokenFor(secret, 'invitation', id)),
    eventChannels: webhook ? ['webhook'] : [],
    notesAnswers: organizerEmail !== undefined && site.organizerAnswers === 'each',
  };
}

/** A retreat with `afterwards: keep` is treated as a retreat without an end. */
const startsAt = (retreat: RetreatContent) => (retreat.facts.afterwards === 'keep' ? undefined : startOfRetreat(retreat));
