import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import type { FastifyError, FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { z } from 'zod';
import { StoreUnavailable } from '../../database/unavailable.ts';
import { NotAllowed } from '../../retreats/repository/moves.ts';
import type { Assets } from './assets.ts';
import { createContext } from './context.ts';
import type { DeskOptions } from './context.ts';
import { deliveryRoutes } from './routes/deliveries.ts';
import { overviewRoutes } from './routes/overview.ts';
import { questionRoutes } from './routes/questions.ts';
import { registrationRoutes } from './routes/registrations.ts';
import { retreatRoutes } from './routes/retreat.ts';
import { addSecurity, securityHeaders } from './security.ts';
import { createSession } from './session.ts';

/** The addresses of the tabs. The page shows the right one. */
const tabs = ['/', '/registrations', '/retreat', '/cohort', '/deliveries', '/questions'];

/**
 * Serves the desk on the loopback interface only. Port 0 means a free port. Returns the address that opens the desk, once.
 * Throws StoreUnavailable, and EADDRINUSE if the port is taken.
 */
export async function serveDesk(options: DeskOptions & { assets: Assets; port: number }) {
  const app = fastify({
    bodyLimit: 64 * 1024,
    forceCloseConnections: true,
    // Counting very many submissions before the start may take longer than Fastify's ten seconds.
    pluginTimeout: 0,
    frameworkErrors: (error, _request, reply) => {
      void (reply as FastifyReply).headers(securityHeaders).code(400).send({ message: error.message });
    },
  });
  const portOf = () => (app.server.address() as AddressInfo).port;
  const session = createSession(portOf);
  const context = createContext(options);
  addSecurity(app, session, portOf);
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ message: 'Not found' }));
  const methods = collectMethods(app);
  for (const routes of [overviewRoutes, registrationRoutes, retreatRoutes, deliveryRoutes, questionRoutes]) app.register(routes(context));
  for (const { path, type, body } of options.assets)
    for (const url of path === '/index.html' ? tabs : [path]) app.get(url, (_request, reply) => reply.type(type).send(body));
  app.register(methodNotAllowed(methods));

  await context.live.start();
  try {
    await app.listen({ host: '127.0.0.1', port: options.port });
  } catch (error) {
    await context.live.stop();
    throw error;
  }
  return {
    url: `http://127.0.0.1:${portOf()}/?key=${session.key}`,
    async close() {
      await context.live.stop();
      await app.close();
    },
  };
}

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

/** Sends what the organizer can act on; other errors are printed where the command runs. */
function sendError(error: FastifyError, _request: FastifyRequest, reply: FastifyReply) {
  const send = (status: number, message: string) => reply.code(status).send({ message });
  if (error instanceof z.ZodError) return send(400, error.issues.map(({ message }) => message).join('; '));
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return send(400, 'The request body is longer than 64 KiB');
  if (error.code?.startsWith('FST_ERR_CTP_')) return send(400, 'The request body is not valid JSON');
  if (error instanceof NotAllowed) return send(409, error.message);
  if (error instanceof StoreUnavailable) return send(503, error.message);
  console.error(error);
  return send(500, 'Something went wrong. The terminal where the desk runs shows the error.');
}
