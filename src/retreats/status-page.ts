import type { FastifyReply } from 'fastify';
import { hasRetreatEnded } from '../content/schedule.ts';
import type { Field } from '../forms/definition.ts';
import { privatePage } from '../http/pages.ts';
import { readSignedId, tokenFor } from '../link-tokens.ts';
import { paths } from '../paths.ts';
import { notSaved } from '../submissions/redisplay.ts';
import { sendLostLink } from './lost-link.ts';
import type { Entry } from './repository/entries.ts';
import type { RetreatRouteParts } from './route-parts.ts';
import type { createHouseForm } from './status-house.ts';
import type { createMoveAlong } from './status-move-along.ts';
import type { StatusPageOptions, StatusView } from './views.ts';

/** The parts of the page that come from elsewhere: the fields that a founder can correct, the house facts, and the later retreat. */
interface Sections {
  fields: Field[];
  house: Pick<ReturnType<typeof createHouseForm>, 'viewOf'>;
  later: Pick<ReturnType<typeof createMoveAlong>, 'viewOf'>;
}

/** Reads what a founder's status page shows from the store, and sends it. */
export function createStatusPage(parts: RetreatRouteParts, { fields, house, later }: Sections) {
  const { content, secret, waitlist, pages, now } = parts;
  const empty: StatusView = { fields, values: {}, problems: {}, saved: false };

  async function invitationOf({ invitation }: Entry): Promise<string | undefined> {
    const isValid = invitation && (await waitlist.findInvitation({ id: invitation.id }, now())).kind === 'found';
    return isValid ? paths.invitation(tokenFor(secret, 'invitation', invitation.id)) : undefined;
  }
  /** Returns the season of a founder's retreat once it has ended or was closed; undefined before. */
  async function endedSeasonOf({ retreat: slug }: Entry): Promise<string | undefined> {
    const retreat = content.retreats.find((each) => each.slug === slug);
    if (!retreat) return undefined;
    return hasRetreatEnded(retreat, now()) || (await waitlist.closedRetreats()).has(slug) ? retreat.facts.season : undefined;
  }

  return {
    endedSeasonOf,

    /** Returns the entry that the token of a link opens; undefined if there is none. */
    async entryBehind(token: string): Promise<Entry | undefined> {
      const id = readSignedId(secret, 'status', token);
      return id === undefined ? undefined : waitlist.findBySubmission(id);
    },

    async send(reply: FastifyReply, token: string, entry: Entry, shown: StatusPageOptions = {}): Promise<FastifyReply> {
      const { status = 200, headers = {}, saved = false, problems = {}, notice, values = entry.submission.fields } = shown;
      const view: StatusView = {
        fields,
        values,
        problems,
        notice,
        saved,
        entry,
        shortNotice: entry.state === 'waiting' ? (shown.shortNotice ?? entry.shortNotice) : undefined,
        house: shown.house ?? (await house.viewOf(entry)),
        ended: await endedSeasonOf(entry),
        wasSeatRevoked: entry.state === 'cancelled' && (await waitlist.history(entry.id)).at(-1)?.event === 'revoke',
        alumna: entry.state === 'accepted' ? await waitlist.isAlumna(entry.id) : undefined,
        invitation: await invitationOf(entry),
        ...(await later.viewOf(entry)),
      };
      return pages.sendRendered(reply, paths.status(token), { status: view }, { status, headers: { ...privatePage, ...headers } });
    },

    /** Sends everything that was typed again, without reading the store. `typed` gets a sentence with the reason. */
    sendUnsaved(reply: FastifyReply, token: string, error: unknown, typed: (notice: string) => Partial<StatusView>): Promise<FastifyReply> {
      const reference = reply.request.id;
      const status = { ...empty, ...typed(notSaved(reference)) };
      parts.report(error, reference);
      return pages.sendRendered(reply, paths.status(token), { status }, { status: 503, headers: privatePage });
    },

    /** Sends the page that mails a new link to a founder whose link opens nothing. */
    sendUnknown: (reply: FastifyReply, token: string) =>
      sendLostLink(pages, reply, 'page', readSignedId(secret, 'status', token) === undefined ? 404 : 410),
  };
}
