import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Content } from '../content/content.ts';
import { contentFolder } from '../content/load.ts';
import type { ClosedRetreats } from '../content/retreat-schedule.ts';
import { createClientErrorHandler } from '../http/client-error.ts';
import { healthRoutes } from '../http/health.ts';
import { createPages, type PageSource } from '../http/pages.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import type { LogRequest } from '../http/request-log.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { createServer } from '../http/server.ts';
import type { StaticFile } from '../http/static-files.ts';
import { letterRoutes } from '../letters/routes.ts';
import { paths } from '../paths.ts';
import { peopleRoutes } from '../people/routes.ts';
import { keepRecent } from '../retreats/recent.ts';
import { retreatRoutes } from '../retreats/routes.ts';
import { isActive } from '../retreats/entry-states.ts';
import { problems } from '../site/problems.ts';
import { createProofs } from '../submissions/proof-of-work.ts';
import { submissionRoutes } from '../submissions/routes.ts';
import { replayFileRoutes } from '../workshops/replay-files.ts';
import { workshopRoutes } from '../workshops/routes.ts';
import { sitemapRoute } from './sitemap.ts';
import type { Services } from './create-services.ts';
import type { Settings } from './settings.ts';

interface AppParts {
  settings: Settings;
  content: Content;
  services: Services;
  source: PageSource;
  /** Built pages of the HTTP parser's own errors; they are sent before there is a request. */
  clientErrorPages: Map<string, StaticFile>;
  /** Registers the addresses that belong to no feature: built files, or the development server. */
  registerFiles: (app: FastifyInstance) => void;
  now: () => Date;
  log: Logger;
  onFinished: LogRequest;
}

/** The number of challenges that a client may fetch for each allowed post; a form that is opened but never submitted fetches one too. */
const challengesPerPost = 10;
/** The number of pages that are rendered for a client for each allowed post. */
const pagesPerPost = 12;
/** The number of pages for links that open nothing, for each allowed post. With the default of 10 posts, no real visitor reaches it. */
const deadLinksPerPost = 60;

/** An error inside the retreat page's frame needs a page that may be framed. */
const notFoundPage = (address: string) => (address.startsWith(paths.form('')) ? 'problems/no-form.html' : undefined);

/** Returns the site's HTTP app; the caller listens and closes. `startDraining` makes `/readyz` return 503 from then on. */
export function createApp(parts: AppParts): { app: FastifyInstance; startDraining: () => void } {
  const { settings, content, services, source, now, log } = parts;
  const { siteUrl, rateLimitPerMinute } = settings;
  const { secret, store, invitationSettings, versions, planDeliveries, deliveryWorkers } = services;
  const commonHeaders = securityHeaders(siteUrl, content.site.forms.host);
  const errorWordsFor = (status: number) => (status === 404 ? content.words.notFound : problems[status]);

  const app = createServer({
    origin: siteUrl,
    trustProxy: settings.trustProxy,
    commonHeaders,
    errorPages: { source, words: errorWordsFor, notFoundPage },
    onClientError: createClientErrorHandler(parts.clientErrorPages, commonHeaders),
    log,
    onFinished: (finished, request) => {
      services.pageViews.observe(finished, request);
      parts.onFinished(finished);
    },
  });
  const createSharedLimit = (name: string, perMinute: number) =>
    createRateLimit({ name, perMinute, secret, shared: store.database.limiter });
  // Counted per instance: a page costs this instance's processor time, and asking the database would cost as much.
  const countPage = createRateLimit({ name: 'pages', perMinute: rateLimitPerMinute * pagesPerPost, secret });
  const countDeadLink = createRateLimit({ name: 'dead links', perMinute: rateLimitPerMinute * deadLinksPerPost, secret });
  const pages = createPages({ source, content, commonHeaders, countPage, countDeadLink, now });
  const proofs = createProofs({ secret, cost: settings.proofCost, minFillMs: settings.minFillSeconds * 1000, now });
  const report = (error: unknown, reference: string) => log.error({ reference, err: error }, 'a form post could not be processed');
  const shared = { siteUrl, content, secret, pages, invitationSettings, planDeliveries, onStored: deliveryWorkers.wake, now, report };

  const startDraining = healthRoutes(app, { ...store.database, log });
  submissionRoutes(app, {
    ...shared,
    submissions: store.submissions,
    // While the store cannot be read, no retreat counts as closed.
    listClosedRetreats: keepRecent<void, ClosedRetreats>(() => store.waitlist.listClosedRetreats().catch(() => new Set<string>()), now),
    isOffWaitlist: async (id) => {
      const entry = await store.waitlist.findBySubmission(id);
      return entry !== undefined && !isActive(entry.state);
    },
    proofs,
    countPost: createSharedLimit('posts', rateLimitPerMinute),
    countChallenge: createSharedLimit('challenges', rateLimitPerMinute * challengesPerPost),
  });
  retreatRoutes(app, {
    ...shared,
    waitlist: store.waitlist,
    assertWritable: store.database.assertWritable,
    submissions: store.submissions,
    countLostLink: createSharedLimit('lost links', rateLimitPerMinute),
    countSave: createSharedLimit('saves', rateLimitPerMinute),
  });
  workshopRoutes(app, { ...shared, versions, workshops: store.workshops });
  peopleRoutes(app, {
    ...shared,
    settings,
    people: store.people,
    emailOf: async (id) => (await store.submissions.find(id))?.person.email,
  });
  letterRoutes(app, { ...shared, letters: store.letters });
  replayFileRoutes(app, { content, folder: contentFolder(), onWatched: services.pageViews.countReplay });
  sitemapRoute(app, { siteUrl, content, now });
  parts.registerFiles(app);
  return { app, startDraining };
}
