import type { FastifyRequest } from 'fastify';
import { isbot } from 'isbot';
import type { Content } from '../content/content.ts';
import { dayAt, featured, featuredRetreat } from '../content/schedule.ts';
import { minuteMs } from '../durations.ts';
import type { FinishedRequest } from '../http/request-log.ts';
import { shownRoute } from '../path-pattern.ts';
import { paths } from '../paths.ts';
import type { FunnelRepository, PageViews } from './repository.ts';

/** How often the counts go from memory to the database. */
const flushMs = minuteMs;
/** Further campaigns of the same minute count as no campaign, because anybody can write an address. */
const maxCampaigns = 100;
const maxLength = 100;
const retreatRoute = shownRoute(paths.retreat.route);
const workshopRoute = shownRoute(paths.workshop.route);

interface PageViewParts {
  funnel: Pick<FunnelRepository, 'addViews'>;
  content: Pick<Content, 'workshops' | 'retreats'>;
  now: () => Date;
}

/** Counts page views in memory, without cookies, scripts or any data about the visitor. */
export function createPageViews({ funnel, content, now }: PageViewParts) {
  let counts = new Map<string, PageViews>();
  let campaigns = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  /** Returns the page that a route shows; undefined for any other route. */
  function pageOf(route: string | undefined, { params }: FastifyRequest): string | undefined {
    const { slug = '' } = params as { slug?: string };
    switch (route) {
      case paths.home:
        return `retreat:${featuredRetreat(content.retreats, now()).slug}`;
      case retreatRoute:
        return `retreat:${slug}`;
      case paths.speakerSeries:
        return `workshop:${featured(content.workshops, now())?.slug}`;
      case workshopRoute:
        return `workshop:${slug}`;
      default:
        return undefined;
    }
  }

  function add(view: PageViews): void {
    const key = `${view.day} ${view.robot} ${view.page} ${view.campaign}`;
    const known = counts.get(key);
    if (known) known.count += view.count;
    else counts.set(key, view);
    campaigns.add(view.campaign);
  }

  function count(page: string, request: FastifyRequest): void {
    const campaign = campaignOf(request.url);
    const named = campaigns.has(campaign) || campaigns.size < maxCampaigns ? campaign : '';
    const robot = isbot(request.headers['user-agent'] ?? '');
    add({ day: dayAt(now(), 'UTC'), page, campaign: named, robot, count: 1 });
  }

  async function flush(): Promise<void> {
    const views = [...counts.values()];
    if (views.length === 0) return;
    counts = new Map();
    campaigns = new Set();
    // If the database cannot be reached, they are counted with the next ones.
    await funnel.addViews(views).catch(() => views.forEach(add));
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
  return (new URL(url, 'http://localhost').searchParams.get('utm_campaign') ?? '').replaceAll(/\p{C}/gu, '').slice(0, maxLength);
}
