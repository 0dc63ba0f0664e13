import type { FastifyRequest } from 'fastify';
import { isbot } from 'isbot';
import type { Logger } from 'pino';
import type { Content } from '../content/content.ts';
import { featuredRetreat } from '../content/retreat-schedule.ts';
import { featuredWorkshop } from '../content/workshop-schedule.ts';
import { dayAt } from '../content/zoned-time.ts';
import { minuteMs } from '../durations.ts';
import type { FinishedRequest } from '../http/request-log.ts';
import { shownRoute } from '../path-pattern.ts';
import { paths } from '../paths.ts';
import type { FunnelRepository, ViewCount } from './repository.ts';

/** How often the counts are written from memory to the database. */
const flushMs = minuteMs;
/** Views of further campaigns count as views without one: anybody can invent campaigns, and each takes memory until the next flush. */
const maxCampaignsPerFlush = 100;
const maxCampaignLength = 100;
const retreatRoute = shownRoute(paths.retreat.route);
const workshopRoute = shownRoute(paths.workshop.route);

interface PageViewParts {
  funnel: Pick<FunnelRepository, 'addViews'>;
  content: Pick<Content, 'workshops' | 'retreats'>;
  now: () => Date;
  log: Pick<Logger, 'warn'>;
}

/** Counts page views in memory, without cookies, scripts or any data about the visitor. */
export function createPageViews({ funnel, content, now, log }: PageViewParts) {
  let counts = new Map<string, ViewCount>();
  let campaigns = new Set<string>();
  let flushing = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  /** Returns the page that a route shows; undefined for any other route. */
  function pageOf(route: string | undefined, { params }: FastifyRequest): string | undefined {
    const { slug } = params as { slug: string };
    switch (route) {
      case paths.home:
        return `retreat:${featuredRetreat(content.retreats, now()).slug}`;
      case retreatRoute:
        return `retreat:${slug}`;
      case paths.speakerSeries:
        return `workshop:${featuredWorkshop(content.workshops, now()).slug}`;
      case workshopRoute:
        return `workshop:${slug}`;
      default:
        return undefined;
    }
  }

  function add(view: ViewCount): void {
    const key = `${view.day} ${view.isRobot} ${view.page} ${view.campaign}`;
    const sameView = counts.get(key);
    if (sameView) sameView.count += view.count;
    else counts.set(key, view);
    campaigns.add(view.campaign);
  }

  function count(page: string, request: FastifyRequest): void {
    const campaign = campaignOf(request.url);
    const counted = campaigns.has(campaign) || campaigns.size < maxCampaignsPerFlush ? campaign : '';
    const agent = request.headers['user-agent'];
    // Every browser sends a User-Agent.
    add({ day: dayAt(now(), 'UTC'), page, campaign: counted, isRobot: !agent || isbot(agent), count: 1 });
  }

  async function write(): Promise<void> {
    const views = [...counts.values()];
    if (views.length === 0) return;
    counts = new Map();
    try {
      await funnel.addViews(views);
      campaigns = new Set([...counts.values()].map(({ campaign }) => campaign));
    } catch (error) {
      log.warn({ err: error }, 'page views cannot be stored; the next flush tries again');
      views.forEach(add);
    }
  }

  /** Writes the counts to the database, after a flush that is in progress. */
  function flush(): Promise<void> {
    flushing = flushing.then(write);
    return flushing;
  }

  return {
    /** Counts a finished request if it showed a page. */
    observe({ method, route, status }: FinishedRequest, request: FastifyRequest): void {
      if (method !== 'GET' || (status !== 200 && status !== 304)) return;
      const page = pageOf(route, request);
      // A browser fetches some pages in advance; nobody has seen them yet.
      if (page && request.headers['sec-purpose'] === undefined) count(page, request);
    },

    /** Counts one opening of a replay. */
    countReplay: (slug: string, request: FastifyRequest) => count(`replay:${slug}`, request),

    flush,

    start(): void {
      timer = setInterval(() => void flush(), flushMs);
      timer.unref();
    },

    async stop(): Promise<void> {
      clearInterval(timer);
      await flush();
    },
  };
}

function campaignOf(url: string): string {
  if (!url.includes('?')) return '';
  const campaign = new URL(url, 'http://localhost').searchParams.get('utm_campaign') ?? '';
  // Cut first: it can divide a surrogate pair, and \p{C} includes the half that remains.
  return campaign.slice(0, maxCampaignLength).replaceAll(/\p{C}/gu, '');
}
