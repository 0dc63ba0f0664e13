import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isbot } from 'isbot';
import type { Content } from '../content/content.ts';
import { featured, featuredRetreat } from '../content/schedule.ts';
import { paths } from '../paths.ts';
import type { FunnelRepository, PageViews } from './repository.ts';

/** How often the counts go from memory to the database. */
const flushMs = 60_000;
/** Other campaigns of the same minute count as none: anybody can write an address. */
const maxCampaigns = 100;
const maxLength = 100;

export interface PageViewParts {
  funnel: Pick<FunnelRepository, 'addViews'>;
  content: Pick<Content, 'workshops' | 'retreats'>;
  now: () => Date;
}

/** Counts how often pages are seen, in memory, without cookies, scripts or anything about who sees them. */
export function createPageViews({ funnel, content, now }: PageViewParts) {
  let counts = new Map<string, PageViews>();
  let campaigns = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  /** Returns the page that an address shows; undefined for any other address. */
  function pageOf({ routeOptions, params }: FastifyRequest): string | undefined {
    const { slug = '' } = params as { slug?: string };
    const pages: Record<string, () => string> = {
      [paths.home]: () => `retreat:${featuredRetreat(content.retreats, now()).slug}`,
      [paths.retreat.route]: () => `retreat:${slug}`,
      [paths.speakerSeries]: () => `workshop:${featured(content.workshops, now())?.slug}`,
      [paths.workshop.route]: () => `workshop:${slug}`,
    };
    return pages[routeOptions.url ?? '']?.();
  }

  function add(view: PageViews): void {
    const key = JSON.stringify([view.day, view.page, view.campaign, view.robot]);
    campaigns.add(view.campaign);
    counts.set(key, { ...view, count: view.count + (counts.get(key)?.count ?? 0) });
  }

  function count(page: string, request: FastifyRequest): void {
    const campaign = campaignOf(request.url);
    const named = campaigns.has(campaign) || campaigns.size < maxCampaigns ? campaign : '';
    const robot = isbot(request.headers['user-agent'] ?? '');
    add({ day: now().toISOString().slice(0, 10), page, campaign: named, robot, count: 1 });
  }

  async function flush(): Promise<void> {
    const views = [...counts.values()];
    if (views.length === 0) return;
    counts = new Map();
    campaigns = new Set();
    // Where the database cannot be reached, they are counted with the next ones.
    await funnel.addViews(views).catch(() => views.forEach(add));
  }

  return {
    /** Counts what these pages send from now on. */
    observe(app: FastifyInstance): void {
      const observed = new Set<string>([paths.home, paths.retreat.route, paths.speakerSeries, paths.workshop.route]);
      app.addHook('onRoute', (route) => {
        if (!observed.has(route.url) || route.method !== 'GET') return;
        route.onResponse = (request, reply, done) => {
          const page = reply.raw.statusCode === 200 || reply.raw.statusCode === 304 ? pageOf(request) : undefined;
          // A browser fetches some pages in advance; nobody has seen them.
          if (page && request.headers['sec-purpose'] === undefined) count(page, request);
          done();
        };
      });
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
