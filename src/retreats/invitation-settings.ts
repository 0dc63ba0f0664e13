import type { Content } from '../content/content.ts';
import { endOfRetreat, startOfRetreat } from '../content/schedule.ts';
import type { RetreatContent } from '../content/schemas/retreat.ts';
import { dayMs } from '../durations.ts';
import { hashOf, tokenFor } from '../link-tokens.ts';

/** The seats of one retreat. */
export interface RetreatSeats {
  capacity: number;
  /** When freed seats are no longer offered and invitations end; undefined for a retreat whose page ignores its end. */
  startsAt: Date | undefined;
  /** When its last day is over, and no more founders are invited; undefined for a retreat whose page ignores its end. */
  endsAt: Date | undefined;
}

/** The seats of each retreat, and what inviting, answering and withdrawing must know besides the database. */
export interface InvitationSettings {
  /** By the slug of the retreat. */
  retreats: ReadonlyMap<string, RetreatSeats>;
  /** Returns the hash of an invitation's token, which is what is stored. */
  hashFor: (invitationId: string) => string;
  /** As `eventChannelsOf` returns them. */
  eventChannels: 'webhook'[];
  /** Whether the organizer gets a mail for each answer. */
  notesAnswers: boolean;
}

/** How long an invitation is valid: one to a freed seat always, another one by default. */
export const invitationLifetimeMs = 7 * dayMs;

/** How long before the end of an invitation its reminder is sent. */
export const reminderBeforeMs = 2 * dayMs;

/** Returns the channels that get events about seats: the webhook, if there is one. */
export const eventChannelsOf = ({ webhook }: { webhook?: object | undefined }): 'webhook'[] => (webhook ? ['webhook'] : []);

/** Returns the settings that follow from the content, the secret and the environment. */
export function createInvitationSettings(
  { site, retreats }: Pick<Content, 'site' | 'retreats'>,
  secret: string,
  { webhook, organizerEmail }: { webhook?: object | undefined; organizerEmail?: string | undefined },
): InvitationSettings {
  return {
    retreats: new Map(retreats.map((retreat) => [retreat.slug, retreatSeats(retreat)])),
    hashFor: (id) => hashOf(tokenFor(secret, 'invitation', id)),
    eventChannels: eventChannelsOf({ webhook }),
    notesAnswers: organizerEmail !== undefined && site.organizerAnswers === 'each',
  };
}

function retreatSeats(retreat: RetreatContent): RetreatSeats {
  const { capacity, afterwards } = retreat.facts;
  // A retreat with `afterwards: keep` is treated as a retreat without an end.
  if (afterwards === 'keep') return { capacity, startsAt: undefined, endsAt: undefined };
  return { capacity, startsAt: startOfRetreat(retreat), endsAt: endOfRetreat(retreat) };
}
