import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import { fastify, type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ContentError } from '../../content/content-error.ts';
import { StoreUnavailable } from '../../database/unavailable.ts';
import { minuteMs } from '../../durations.ts';
import { diskProblem } from '../../editing/disk-problem.ts';
import { problemText } from '../../editing/findings.ts';
import { namesIfLoaded } from '../../editing/owner-names.ts';
import { createPreview } from '../../editing/preview/preview.ts';
import { HttpError } from '../../http/http-error.ts';
import { createAddresses } from '../../http/addresses.ts';
import { representationFor } from '../../http/send-file.ts';
import { headerPairs } from '../../http/static-files.ts';
import { AccessRefused } from '../../organizers/rules.ts';
import { Refused } from '../../refused.ts';
import type { Assets } from './assets.ts';
import { createContext, type DeskOptions } from './context.ts';
import { deliveryRoutes } from './routes/deliveries.ts';
import { houseRoutes } from './routes/house.ts';
import { letterRoutes } from './routes/letters.ts';
import { moveAlongRoutes } from './routes/move-along.ts';
import { overviewRoutes } from './routes/overview.ts';
import { draftRoutes } from './routes/pages.ts';
import { personRoutes } from './routes/people.ts';
import { pictureRoute } from './routes/picture.ts';
import { previewRoutes } from './routes/preview.ts';
import { publishRoutes } from './routes/publish.ts';
import { registrationRoutes } from './routes/registrations.ts';
import { retreatRoutes } from './routes/retreat.ts';
import { workshopRoutes } from './routes/workshops.ts';
import { sendNotFound } from './message-page.ts';
import { refuseUnstorable } from './refuse-unstorable.ts';
import { deskHeaders, RequestRefused } from './security.ts';

/**
 * How long a request may take to arrive, and how long a response may make no progress. Without a limit, clients that send a byte at a time
 * or read nothing would keep their connections, before they sign in. The largest picture arrives in time at 350 kilobits a second.
 */
const slowClientMs = 10 * minuteMs;

/** The addresses of the tabs, at each of which the desk sends the same page. */
export const tabs = ['/', '/registrations', '/retreat', '/cohort', '/house', '/deliveries', '/questions', '/letters', '/funnel', '/pages'];

interface DeskParts {
  options: DeskOptions;
  assets: Assets;
  /** Adds the checks that run for every request before its route. */
  addAccess: (app: FastifyInstance) => void;
  /** Adds the routes that only this desk has. */
  addRoutes?: (app: FastifyInstance) => void;
  /** The address below which previews of drafts are served. */
  previewBase: string;
  /** The addresses of each built HTML file; a file without an address is not served. */
  pages: Record<string, string[]>;
  trustProxy?: boolean | string[];
  /**
   * Whether anyone can send requests, as to the desk that is part of the running site. A message to somebody who is not signed in then says
   * nothing about the database.
   */
  isPublic?: boolean;
  /** Records an unexpected error. */
  report: (error: unknown) => void;
  /** The place where an organizer finds the recorded errors. */
  errorPlace: string;
}

/**
 * Returns the desk's server, on loopback or away from it, ready to listen: the routes, their methods and their errors. `addAccess` decides
 * who can use it.
 */
export function createDesk({
  options,
  assets,
  addAccess,
  addRoutes,
  previewBase,
  pages,
  trustProxy = false,
  isPublic = false,
  report,
  errorPlace,
}: DeskParts) {
  const context = createContext(options);
  const app = fastify({
    bodyLimit: 64 * 1024,
    requestTimeout: slowClientMs,
    connectionTimeout: slowClientMs,
    http: { connectionsCheckingInterval: 1000 },
    forceCloseConnections: true,
    trustProxy,
    frameworkErrors: (error, _request, reply) => {
      void (reply as FastifyReply).headers(deskHeaders).code(400).send({ message: error.message });
    },
  });
  app.decorateRequest('organizer');
  addAccess(app);
  refuseUnstorable(app);
  app.setErrorHandler((error: FastifyError | HttpError | RequestRefused, { organizer }: FastifyRequest, reply: FastifyReply) => {
    const isUnavailable = error instanceof StoreUnavailable;
    // Its message names the host or the path of the database.
    const isConcealed = isUnavailable && isPublic && !organizer;
    const { status, message } = (isConcealed ? undefined : explain(error, context.content)) ?? {
      status: isUnavailable ? 503 : 500,
      message: `The desk could not do this. Try again; ${errorPlace} has the details.`,
    };
    if (status === 500 || isConcealed || diskProblem(error)) report(error);
    return reply
      .code(status)
      .headers(error instanceof HttpError ? error.headers : {})
      .send({ message });
  });
  app.setNotFoundHandler(sendNotFound);
  const addresses = createAddresses(app);
  app.addHook('onRequest', (request, _reply, done) => done(request.is404 ? addresses.findRefusal(request) : undefined));
  const preview = createPreview({ workFolder: join(context.dataDir, 'preview'), base: previewBase });
  app.register((routes, _options, done) => {
    for (const registerRoutes of [
      overviewRoutes,
      registrationRoutes,
      personRoutes,
      retreatRoutes,
      moveAlongRoutes,
      houseRoutes,
      workshopRoutes,
      deliveryRoutes,
      letterRoutes,
      draftRoutes,
      pictureRoute,
      publishRoutes,
    ])
      registerRoutes(routes, context);
    previewRoutes(routes, { base: previewBase, preview, context });
    addRoutes?.(routes);
    fileRoutes(routes, assets, pages);
    done();
  });
  app.addHook('preClose', () => context.live.stop());
  return app;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The built file that the route sends. */
    file?: string;
  }
}

/** Serves the built files. An HTML file has the addresses in `pages`. */
function fileRoutes(app: FastifyInstance, assets: Assets, pages: DeskParts['pages']): void {
  for (const { path, file } of assets)
    for (const url of path.endsWith('.html') ? (pages[path] ?? []) : [path])
      app.get(url, { config: { file: path } }, (request, reply) => {
        const representation = representationFor(request.raw, file);
        return reply.headers(Object.fromEntries(headerPairs(representation))).send(representation.body);
      });
}

/** Returns what the organizer can act on; undefined for an unexpected error. */
function explain(
  error: FastifyError | HttpError | RequestRefused,
  content: DeskOptions['content'],
): { status: number; message: string } | undefined {
  // Two paragraphs of a letter can have the same problem.
  if (error instanceof z.ZodError) return { status: 400, message: [...new Set(error.issues.map(({ message }) => message))].join('; ') };
  if (error instanceof RequestRefused) return { status: error.statusCode, message: error.message };
  if (error instanceof HttpError) return { status: error.statusCode, message: STATUS_CODES[error.statusCode] ?? 'Error' };
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return { status: 400, message: 'This is longer than 64 KiB. Make it shorter, and try again.' };
  if (error.code?.startsWith('FST_ERR_CTP_')) return { status: 400, message: 'The request body is not valid JSON' };
  if (error instanceof AccessRefused) return { status: 403, message: error.message };
  if (error instanceof Refused) return { status: 409, message: error.message };
  if (error instanceof ContentError) return { status: 409, message: problemText(error.problems, namesIfLoaded(content)) };
  if (error instanceof StoreUnavailable) return { status: 503, message: error.message };
  const problem = diskProblem(error);
  if (problem)
    return {
      status: 503,
      message: `The desk could not do this, because ${problem} Everything that was stored before is kept, also your draft.`,
    };
  return undefined;
}
