import { hasEndedOrClosed, nextRetreatSlug, type ClosedRetreats } from '../content/retreat-schedule.ts';
import { tokenFor } from '../link-tokens.ts';
import { paths } from '../paths.ts';
import { isActive } from './entry-states.ts';
import type { Entry } from './repository/entries.ts';
import type { RetreatRouteParts } from './route-parts.ts';
import type { createDetailsForm } from './status-details.ts';
import type { createHouseForm } from './status-house.ts';
import type { createMoveAlong } from './status-move-along.ts';
import type { CorrectionsView, StatusPageOptions, StatusView } from './views.ts';

/** The parts of the status page that have buttons of their own. */
export interface StatusForms {
  details: ReturnType<typeof createDetailsForm>;
  house: ReturnType<typeof createHouseForm>;
  moveAlong: ReturnType<typeof createMoveAlong>;
}

/** Reads what the status page of an entry shows. */
export function createStatusView({ content, secret, waitlist, now }: RetreatRouteParts, { details, house, moveAlong }: StatusForms) {
  /** Returns the season of a founder's retreat once it has ended or was closed; undefined before. */
  function endedSeasonOf({ retreat: slug }: Entry, closed: ClosedRetreats): string | undefined {
    const retreat = content.retreats.find((each) => each.slug === slug);
    return retreat && hasEndedOrClosed(retreat, now(), closed) ? retreat.facts.season : undefined;
  }

  /** Returns whether a founder is on the waitlist of another retreat that has not ended, or has an invitation or a seat there. */
  function isOnOtherList({ retreat, submission }: Entry, closed: ClosedRetreats): Promise<boolean> {
    const open = content.retreats.filter((each) => each.slug !== retreat && !hasEndedOrClosed(each, now(), closed));
    return waitlist.isListed(submission.person.email, [...open.map(({ slug }) => slug), nextRetreatSlug]);
  }

  /**
   * Returns the address of the invitation that the page offers, or undefined if there is none. A founder who waits again can open an
   * earlier invitation only while the answer to it can be changed; a founder with a seat can always open it.
   */
  async function findInvitationHref({ invitation, state }: Entry): Promise<string | undefined> {
    if (!invitation || (state !== 'accepted' && invitation.expiresAt <= now().toISOString())) return undefined;
    const isValid = (await waitlist.findInvitation({ id: invitation.id }, now())).kind === 'found';
    return isValid ? paths.invitation(tokenFor(secret, 'invitation', invitation.id)) : undefined;
  }

  /** Returns what a founder can correct: what is stored, or what a post had that was not stored. */
  async function readCorrections(entry: Entry, unsaved: StatusPageOptions): Promise<CorrectionsView> {
    return {
      fields: details.fields,
      details: unsaved.details ?? { values: entry.submission.fields, problems: {} },
      shortNotice: entry.state === 'waiting' ? (unsaved.shortNotice ?? entry.shortNotice) : undefined,
      house: unsaved.house ?? (await house.viewOf(entry)),
    };
  }

  return {
    /** Returns whether the retreat of an entry has ended or was closed. */
    hasEnded: async (entry: Entry): Promise<boolean> => endedSeasonOf(entry, await waitlist.listClosedRetreats()) !== undefined,

    /** Returns what the page shows, after a button was pressed with this result. */
    async read(entry: Entry, options: StatusPageOptions): Promise<StatusView> {
      const closed = await waitlist.listClosedRetreats();
      const endedSeason = endedSeasonOf(entry, closed);
      return {
        entry,
        corrections: isActive(entry.state) && endedSeason === undefined ? await readCorrections(entry, options) : undefined,
        isSaved: options.isSaved ?? false,
        endedSeason,
        wasSeatRevoked: entry.state === 'cancelled' && (await waitlist.listHistory(entry.id)).at(-1)?.event === 'revoke',
        isAlumna: entry.state === 'accepted' ? await waitlist.isAlumna(entry.id) : undefined,
        invitationHref: await findInvitationHref(entry),
        ...(await moveAlong.viewOf(entry)),
        isOnOtherList: endedSeason !== undefined && (await isOnOtherList(entry, closed)),
      };
    },
  };
}
