import type { FastifyInstance } from 'fastify';
import { featuredRetreat, isRetreatOver } from '../content/retreat-schedule.ts';
import { HttpError } from '../http/http-error.ts';
import { redirectTemporarily } from '../http/redirect.ts';
import { paths } from '../paths.ts';
import { frontPagePhase } from './phases.ts';
import { keepRecent } from './recent.ts';
import type { Waitlist } from './repository.ts';
import type { RetreatRouteParts } from './route-parts.ts';

/**
 * The front page, and each retreat at its own address. One page is built for each phase; the clock and the number of free seats decide
 * which of them an address shows.
 */
export function retreatPageRoutes(app: FastifyInstance, { content, waitlist, pages, now }: RetreatRouteParts): void {
  const { retreats } = content;
  const built = { config: { isFile: true } };
  const countRecentlyAccepted = keepRecent((slug: string) => countAccepted(waitlist, slug), now);

  app.get(paths.home, built, async (request, reply) => {
    const retreat = featuredRetreat(retreats, now());
    const { facts, slug } = retreat;
    const accepted = facts.afterwards === 'turn' ? await countRecentlyAccepted(slug) : 0;
    return pages.sendBuilt(request, reply, `retreats/${slug}/${frontPagePhase(retreat, accepted, now())}.html`);
  });

  app.get<{ Params: typeof paths.retreat.params }>(paths.retreat.route, built, (request, reply) => {
    const retreat = retreats.find(({ slug }) => slug === request.params.slug);
    if (!retreat) throw new HttpError(404);
    if (retreat === featuredRetreat(retreats, now())) return redirectTemporarily(reply, paths.home);
    return pages.sendBuilt(request, reply, `retreats/${retreat.slug}/${isRetreatOver(retreat, now()) ? 'archive' : 'announced'}.html`);
  });
}

/** Returns how many founders have a seat at a retreat; 0 if the store cannot be read. */
export const countAccepted = (waitlist: Pick<Waitlist, 'countByState'>, slug: string): Promise<number> =>
  waitlist.countByState(slug).then(
    (counts) => counts.accepted,
    () => 0,
  );
