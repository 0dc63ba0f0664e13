import { fastify } from 'fastify';
import type { FastifyError, FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { z } from 'zod';
import { StoreUnavailable } from '../../database/unavailable.ts';
import { AccessRefused } from '../../organizers/access-refused.ts';
import { NotAllowed } from '../../retreats/repository/moves.ts';
import type { Assets } from './assets.ts';
import type { DeskContext } from './context.ts';
import { deliveryRoutes } from './routes/deliveries.ts';
import { overviewRoutes } from './routes/overview.ts';
import { questionRoutes } from './routes/questions.ts';
import { registrationRoutes } from './routes/registrations.ts';
import { retreatRoutes } from './routes/retreat.ts';
import { securityHeaders } from './security.ts';

/** The addresses of the tabs. The page shows the right one. */
export const tabs = ['/', '/registrations', '/retreat', '/cohort', '/deliveries', '/questions'];

interface DeskParts {
  context: DeskContext;
  assets: Assets;
  /** Adds the checks that every request passes before its route. */
  addAccess: (app: FastifyInstance) => void;
  /** What only this desk has. */
  routes?: FastifyPluginCallback[];
  /** The addresses of each built HTML file; one that is left out is not served. */
  pages: Record<string, string[]>;
  trustProxy?: boolean | string[];
  /** Says where an unexpected error is recorded. */
  report: (error: unknown) => void;
  /** Where an organizer finds what was recorded. */
  errorPlace: string;
}

/** Returns the desk's server, on loopback or away from it: the routes, their methods and their errors. Who may use it is up to `addAccess`. */
export function createDesk({ context, assets, addAccess, routes = [], pages, trustProxy = false, report, errorPlace }: DeskParts) {
  const app = fastify({
    bodyLimit: 64 * 1024,
    forceCloseConnections: true,
    trustProxy,
    // Counting very many submissions before the start may take longer than Fastify's ten seconds.
    pluginTimeout: 0,
    frameworkErrors: (error, _request, reply) => {
      void (reply as FastifyReply).headers(securityHeaders).code(400).send({ message: error.message });
    },
  });
  app.decorateRequest('organizer');
  addAccess(app);
  app.setErrorHandler((error: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
    const { status, message } = explain(error) ?? { status: 500, message: `Something went wrong. ${errorPlace} shows the error.` };
    if (status === 500) report(error);
    return reply.code(status).send({ message });
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ message: 'Not found' }));
  const methods = collectMethods(app);
  for (const plugin of [overviewRoutes, registrationRoutes, retreatRoutes, deliveryRoutes, questionRoutes]) app.register(plugin(context));
  for (const plugin of routes) app.register(plugin);
  app.register(fileRoutes(assets, pages));
  app.register(methodNotAllowed(methods));
  return app;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The built file that the route sends. */
    file?: string;
  }
}

/** The built files. An HTML file has the addresses that `pages` gives it. */
const fileRoutes =
  (assets: Assets, pages: DeskParts['pages']): FastifyPluginCallback =>
  (app, _options, done) => {
    for (const { path, type, body } of assets)
      for (const url of path.endsWith('.html') ? (pages[path] ?? []) : [path])
        app.get(url, { config: { file: path } }, (_request, reply) => reply.type(type).send(body));
    done();
  };

/** Collects the methods of every address that is registered from now on. */
function collectMethods(app: FastifyInstance): Map<string, Set<string>> {
  const methods = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    methods.set(url, (methods.get(url) ?? new Set()).union(new Set([method].flat())));
  });
  return methods;
}

/** Returns 405 for all other methods. It is registered last. */
const methodNotAllowed =
  (methods: Map<string, Set<string>>): FastifyPluginCallback =>
  (app, _options, done) => {
    for (const [url, known] of methods) {
      const others = (app.supportedMethods as HTTPMethods[]).filter((method) => !known.has(method));
      const allow = [...known].join(', ');
      app.route({
        url,
        method: others,
        handler: (_request, reply) => reply.code(405).header('allow', allow).send({ message: 'Method not allowed' }),
      });
    }
    done();
  };

/** Returns what the organizer can act on; undefined for an error that nobody expects. */
function explain(error: FastifyError): { status: number; message: string } | undefined {
  if (error instanceof z.ZodError) return { status: 400, message: error.issues.map(({ message }) => message).join('; ') };
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return { status: 400, message: 'The request body is longer than 64 KiB' };
  if (error.code?.startsWith('FST_ERR_CTP_')) return { status: 400, message: 'The request body is not valid JSON' };
  if (error instanceof NotAllowed) return { status: 409, message: error.message };
  if (error instanceof AccessRefused) return { status: 403, message: error.message };
  if (error instanceof StoreUnavailable) return { status: 503, message: error.message };
  return undefined;
}
