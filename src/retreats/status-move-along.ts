import { v7 as uuid } from 'uuid';
import { interpolate } from '../content/placeholders.ts';
import { isRetreatOver } from '../content/retreat-schedule.ts';
import type { RetreatContent } from '../content/schemas/retreat.ts';
import { waitlistForm } from '../forms/fields.ts';
import type { Entry } from './repository/entries.ts';
import { wasStored } from './repository/entry-ended.ts';
import type { RetreatRouteParts } from './route-parts.ts';
import type { StatusView } from './views.ts';

/** The part of the status page that asks a founder of one retreat to join the waitlist of a later one. */
export function createMoveAlong({ content, waitlist, submissions, planDeliveries, now }: RetreatRouteParts) {
  /** Returns the retreat that a founder was asked to move along to, while it is still ahead, and whether the founder is on its waitlist. */
  async function laterRetreatFor({ id }: Entry): Promise<{ later: RetreatContent; hasMoved: boolean } | undefined> {
    const asked = await waitlist.findRetreatToMoveAlongTo(id);
    const later = content.retreats.find((retreat) => retreat.slug === asked?.slug && !isRetreatOver(retreat, now()));
    return asked && later && { later, hasMoved: asked.hasMoved };
  }
  return {
    /** Returns what the page says: the season of the later retreat that the founder is asked about, or has moved to. */
    async viewOf(entry: Entry): Promise<Pick<StatusView, 'laterSeason' | 'movedToSeason'>> {
      const asked = await laterRetreatFor(entry);
      if (!asked) return {};
      const { season } = asked.later.facts;
      return asked.hasMoved ? { movedToSeason: season } : { laterSeason: season };
    },

    /**
     * Puts a founder, with the same answers, on the waitlist of the later retreat that the email was about; the earlier entry does not
     * change. Does nothing if the founder was not asked, or is already on that waitlist.
     */
    async move(entry: Entry): Promise<void> {
      const asked = await laterRetreatFor(entry);
      if (!asked || asked.hasMoved) return;
      const { later } = asked;
      const { fields: values, utm } = entry.submission;
      const id = uuid({ msecs: now().getTime() });
      const { heading, button } = content.afterwardsWords.retreat.moveAlong;
      const recorded = submissions.record({
        submission: { id, form: waitlistForm(content, later), values, utm, receivedAt: now(), retreat: later.slug },
        state: 'accepted',
        deliveries: planDeliveries({ formKind: 'waitlist', state: 'accepted' }),
        shortNotice: entry.shortNotice,
        movedAlong: { from: entry.id, wording: interpolate(`${heading} ${button}`, { season: later.facts.season }) },
      });
      await wasStored(recorded);
    },
  };
}
