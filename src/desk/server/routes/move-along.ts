import type { FastifyInstance } from 'fastify';
import { featuredRetreat, isRetreatOver } from '../../../content/retreat-schedule.ts';
import { Refused } from '../../../refused.ts';
import type { DeskContext } from '../context.ts';

/** Founders who still wait for an earlier retreat than the one on the front page, and have not joined its waitlist. */
export type StillWaiting = Awaited<ReturnType<typeof listStillWaiting>>[number];

type Parts = Pick<DeskContext, 'content' | 'waitlist'>;

/** Returns the retreat on the front page and those before it; undefined if it is over. */
function frontPageAndEarlier({ content }: Parts, now: Date) {
  const { retreats } = content();
  const later = featuredRetreat(retreats, now);
  return isRetreatOver(later, now) ? undefined : { later, earlier: retreats.slice(0, retreats.indexOf(later)) };
}

/**
 * Returns who still waits, retreat by retreat, the latest first: how many are to be asked to move along, and how many were asked. `later` is
 * the season of the retreat on the front page.
 */
export async function listStillWaiting(parts: Parts, now: Date) {
  const retreats = frontPageAndEarlier(parts, now);
  if (!retreats) return [];
  const { later, earlier } = retreats;
  const counted = await Promise.all(
    earlier.toReversed().map(async ({ slug, facts }) => {
      const { asked: toAsk, askedBefore } = await parts.waitlist.countToMoveAlong(slug, later.slug);
      return { retreat: slug, season: facts.season, later: later.facts.season, toAsk, asked: askedBefore };
    }),
  );
  return counted.filter(({ toAsk, asked }) => toAsk + asked > 0);
}

/** Asks the founders who still wait for a retreat, by email, whether to move along to the one on the front page. */
export function moveAlongRoutes(app: FastifyInstance, context: DeskContext): void {
  app.post<{ Params: { slug: string } }>('/api/retreats/:slug/move-along', async ({ params: { slug } }) => {
    const now = context.now();
    const retreats = frontPageAndEarlier(context, now);
    if (!retreats?.earlier.some((retreat) => retreat.slug === slug))
      throw new Refused('There is no later retreat to move along to. Add it under Pages and publish it first.');
    return context.waitlist.askToMoveAlong(slug, retreats.later.slug, now);
  });
}
