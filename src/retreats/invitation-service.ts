import { stayFindings } from '../content/checks/dates.ts';
import type { Content, FileProblem } from '../content/content.ts';
import { formatDay, retreatZone } from '../content/format.ts';
import { endOfRetreat, isClosable, isRetreatOver, lastDayOfRetreat, startOfRetreat } from '../content/retreat-schedule.ts';
import { dayAt } from '../content/zoned-time.ts';
import type { RetreatContent } from '../content/schemas/retreat.ts';
import type { NamedActor } from '../database/schema.ts';
import { hashOf, tokenFor } from '../link-tokens.ts';
import { paths } from '../paths.ts';
import { Refused } from '../refused.ts';
import { areStayDatesPublic } from './itinerary.ts';
import type { Waitlist } from './repository.ts';
import type { Entry } from './repository/entries.ts';
import type { NewInvitation } from './repository/inviting.ts';
import type { Revocation } from './repository/revocation.ts';
import type { InvitationSettings, RetreatSeats } from './repository/seats.ts';

interface Options {
  waitlist: Pick<Waitlist, 'invite' | 'extendInvitation' | 'revoke' | 'closeRetreat'>;
  /** Returns the content that the site shows; it changes with each publish. */
  content: () => Content;
  secret: string;
  siteUrl: string;
  webhook?: object | undefined;
}

interface TimedInvitation extends Omit<NewInvitation, 'latestEnd'> {
  validForMs: number;
}

export type InvitationService = ReturnType<typeof createInvitationService>;
export type Invited = Awaited<ReturnType<InvitationService['invite']>>;

/**
 * Invites founders, extends and revokes invitations, revokes seats, and closes retreats on behalf of the organizer. The command and the
 * desk share it.
 */
export function createInvitationService({ waitlist, content, secret, siteUrl, webhook }: Options) {
  // Without `organizerEmail`: the organizer gets no email about the organizer's own actions.
  const settings = () => createInvitationSettings(content(), secret, { webhook });
  const invited = (entryId: string, { id, expiresAt }: { id: string; expiresAt: Date }) => ({
    id: entryId,
    url: siteUrl + paths.invitation(tokenFor(secret, 'invitation', id)),
    expiresAt: expiresAt.toISOString(),
  });
  return {
    /** Enqueues the email and returns the link in it. Throws Refused. */
    async invite(entryId: string, { validForMs, ...invitation }: TimedInvitation, now: Date) {
      const latestEnd = new Date(now.getTime() + validForMs);
      return invited(entryId, await waitlist.invite(entryId, { ...invitation, latestEnd }, settings(), now));
    },
    /** Moves the deadline of an open invitation, enqueues its email again and returns the link in it. Throws Refused. */
    async extend(entryId: string, { validForMs, by }: Pick<TimedInvitation, 'validForMs' | 'by'>, now: Date) {
      const latestEnd = new Date(now.getTime() + validForMs);
      return invited(entryId, await waitlist.extendInvitation(entryId, { latestEnd, by }, settings(), now));
    },
    /** Returns the new state. Throws Refused. */
    revoke: (entryId: string, revocation: Revocation, now: Date) => waitlist.revoke(entryId, revocation, settings(), now),
    /**
     * Closes a retreat for the desk, and returns the figures that are kept. Throws Refused if the retreat has not ended, or is closed
     * already. The command also closes a retreat with `afterwards: keep`.
     */
    async close(slug: string, by: NamedActor, now: Date) {
      const { retreats } = content();
      const retreat = retreats.find((each) => each.slug === slug);
      if (!retreat || !isClosable(retreat, retreats, now)) throw new Refused('A retreat can be closed once its last day is over.');
      return waitlist.closeRetreat(slug, by, settings(), now);
    },
  };
}

/** Returns the settings of invitations that follow from the content, the secret and the environment. */
export function createInvitationSettings(
  { site, retreats }: Pick<Content, 'site' | 'retreats'>,
  secret: string,
  { webhook, organizerEmail }: { webhook?: object | undefined; organizerEmail?: string | undefined },
): InvitationSettings {
  return {
    retreats: new Map(retreats.map((retreat) => [retreat.slug, retreatSeats(retreat)])),
    hashFor: (id) => hashOf(tokenFor(secret, 'invitation', id)),
    webhook,
    mailsEachAnswer: organizerEmail !== undefined && site.organizerAnswers === 'each',
  };
}

/** Returns the seats of a retreat, and when it starts and ends for the founders who are invited to it. */
export function retreatSeats(retreat: RetreatContent): RetreatSeats {
  const { season, capacity, afterwards } = retreat.facts;
  // A retreat with `afterwards: keep` is treated as a retreat without an end.
  if (afterwards === 'keep') return { season, capacity, startsAt: undefined, endsAt: undefined };
  return { season, capacity, startsAt: startOfRetreat(retreat), endsAt: endOfRetreat(retreat) };
}

/**
 * Returns whether an invitation can get a later deadline: it is open, and its retreat sets no limit to invitations or begins after the
 * deadline that it has.
 */
export function isExtendable(
  { state, retreat: slug, invitation }: Pick<Entry, 'state' | 'retreat' | 'invitation'>,
  { retreats }: Pick<Content, 'retreats'>,
  now: Date,
): boolean {
  const retreat = retreats.find((each) => each.slug === slug);
  if (state !== 'invited' || !invitation || !retreat) return false;
  const deadline = new Date(invitation.expiresAt);
  const { startsAt } = retreatSeats(retreat);
  return deadline > now && (!startsAt || startsAt > deadline);
}

/**
 * Returns warnings about the dates in the content that an invitation to a retreat shows, as sentences; none if the dates are right.
 * `nameOf` names the place of a date to the organizer.
 */
export function invitationWarnings(
  { retreats }: Pick<Content, 'retreats'>,
  slug: string,
  now: Date,
  nameOf: (problem: Pick<FileProblem, 'file' | 'field'>) => string = ({ file, field }) => `${file}: ${field}`,
): string[] {
  const retreat = retreats.find((each) => each.slug === slug);
  if (!retreat) return [];
  const { facts, nextSteps } = retreat;
  const over = isRetreatOver(retreat, now) ? [`The ${facts.season} retreat ended on ${formatDay(lastDayOfRetreat(retreat))}.`] : [];
  if (!areStayDatesPublic(retreat)) return over;
  const { on } = nextSteps.checkIn;
  const past = on < dayAt(now, retreatZone) ? [`The invitation shows ${formatDay(on)} as the day of check-in, which is in the past.`] : [];
  const findings = stayFindings(retreat).map((finding) => `${nameOf(finding)}: ${finding.inDesk}.`);
  return [...over, ...past, ...findings];
}
