import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { ClientErrorHandler } from './client-error.ts';
import { DrainingServer } from './draining-server.ts';
import { addErrorPages, sendError, type ErrorPages } from './error-pages.ts';
import { HttpError } from './http-error.ts';
import { createAddresses } from './addresses.ts';
import { createPipelining } from './pipelining.ts';
import { isPrivate, privatePage } from './private-page.ts';
import { shownRoute } from '../path-pattern.ts';
import { loggedPath, nextRequestId, type FinishedRequest } from './request-log.ts';
import { emptyPolicy } from './security-headers.ts';

/**
 * How long a connection may make no progress within a request or response: no byte arrives, and none of a response that waits can be sent.
 * Without a limit, clients that read nothing would keep their connections and the rest of their responses forever. It is the
 * `send_timeout` of nginx.
 */
const stalledTimeoutMs = 60_000;

const nodeOptions = {
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1000,
  // Between two requests, for longer than proxies keep an idle connection: no proxy sends a post over a connection that is closing.
  keepAliveTimeout: 130_000,
  // Node.js would respond to a request without Host by itself, without the common headers.
  requireHostHeader: false,
  optimizeEmptyRequests: true,
};

export interface ServerOptions {
  /** The server's own origin. */
  origin: string;
  trustProxy: boolean | string[];
  /** The headers of every response. */
  commonHeaders: Record<string, string>;
  errorPages: ErrorPages;
  /** Responds to messages that the HTTP parser refuses, before there is a request. */
  onClientError: ClientErrorHandler;
  log: Logger;
  /** Called once for each request, when its response was sent or its client has disconnected (status 499). */
  onFinished: (finished: FinishedRequest, request: FastifyRequest) => void;
}

/**
 * Returns a Fastify instance with everything that the site and `npm run dev` share: headers, error pages, limits, and a log line for each
 * request.
 */
export function createServer(options: ServerOptions): FastifyInstance {
  const { origin, trustProxy, commonHeaders, errorPages, onClientError, log, onFinished } = options;
  // The app that responds to what arrives at this server: the one below, until it hands over to another.
  let responder: FastifyInstance;
  const pipelining = createPipelining((request, response) => responder.routing(request, response));
  /** Responds to a message that is not a request, after the responses that its connection is still owed. */
  const handleClientError: ClientErrorHandler = (error, socket) =>
    pipelining.whenIdle(socket, () => responder.onClientError(error, socket));
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: nextRequestId,
    // A logger for each request would take longer than finding its route. Lines about a request name its reference.
    childLoggerFactory: (logger) => logger,
    trustProxy,
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    serverFactory: () => {
      const server = new DrainingServer(nodeOptions, pipelining.handler);
      server.timeout = stalledTimeoutMs;
      return server;
    },
    clientErrorHandler: handleClientError,
    // A request target is a path, or for a proxy an absolute URL (RFC 9112, 3.2.2), whose scheme and host have no case (RFC 3986, 3.1 and
    // 3.2.2). A URL of another origin is not rewritten, because the router would accept its path; a hook below refuses it.
    rewriteUrl: ({ url = '/' }) => (url.slice(0, origin.length + 1).toLowerCase() === `${origin}/` ? url.slice(origin.length) : url),
    // An address that cannot be decoded; no hook runs for such a request. It may contain a token, to which a mail program added something.
    frameworkErrors: (_error, request, reply) => {
      reportWhenDone(request, reply.raw);
      reply.headers({ ...commonHeaders, ...privatePage, 'content-security-policy': emptyPolicy, 'x-request-id': request.id });
      void sendError(request, reply, new HttpError(404), errorPages);
    },
  });
  responder = app;
  const addresses = createAddresses(app);
  const reportWhenDone = createReporter(addresses.find, onFinished);

  // It calls back instead of returning a promise, because it runs for every request (docs/decisions/0003-one-http-server.md).
  app.addHook('onRequest', (request, reply, done) => {
    reportWhenDone(request, reply.raw);
    const pattern = request.is404 ? addresses.find(request.url)?.url : request.routeOptions.url;
    if (pattern && isPrivate(pattern, request.query as object)) reply.headers(privatePage);
    if (!hasOneHost(request.raw)) return done(new HttpError(400));
    if (!request.url.startsWith('/')) return done(new HttpError(404));
    // Before any body is read.
    if (request.is404) return done(addresses.findRefusal(request));
    const path = pathnameOf(request.url);
    if (path.length > 1 && path.endsWith('/')) reply.redirect(path.slice(0, -1) + request.url.slice(path.length), 308);
    else done();
  });
  addDefaultHeaders(app, { ...commonHeaders, 'cache-control': 'no-store', 'content-security-policy': emptyPolicy });
  // A route that accepts a body reads it itself, and limits its size.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  addErrorPages(app, errorPages);
  // Node.js would respond to an unknown expectation by itself.
  app.server.on('checkExpectation', pipelining.handler);
  // Node.js would close the connection of a CONNECT without a response. It hands the socket over without a listener of its errors.
  app.server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    handleClientError(new Error('this is no proxy'), socket);
  });
  app.decorate('onClientError', onClientError);
  app.decorate('handOver', (next: FastifyInstance) => {
    responder = next;
  });
  return app;
}

/** Returns a function that reports a request once its response was sent or its client has disconnected. */
function createReporter(findAddress: (path: string) => { url: string } | undefined, onFinished: ServerOptions['onFinished']) {
  return (request: FastifyRequest, response: ServerResponse): void => {
    const startedAtMs = performance.now();
    response.on('close', () => {
      const { url, config } = request.routeOptions ?? {};
      // If the address exists, but not with this method, the route is that of the address.
      const pattern = request.is404 ? findAddress(request.url)?.url : url;
      const route = pattern && shownRoute(pattern);
      const status = response.writableFinished ? response.statusCode : 499;
      const path = loggedPath(route, pathnameOf(request.raw.url));
      const isFile = config?.isFile === true;
      onFinished({ reference: request.id, method: request.method, route, isFile, path, status, startedAtMs }, request);
    });
  };
}

/** Sends these headers with each response whose route does not set them itself, and the request's id. */
function addDefaultHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  const entries = Object.entries(headers);
  app.addHook('onSend', (request, reply, _payload, done) => {
    for (const [name, value] of entries) if (!reply.hasHeader(name)) reply.header(name, value);
    reply.header('x-request-id', request.id);
    done();
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    onClientError: ClientErrorHandler;
    /** Lets another app, which is ready, handle the requests and the refused messages that come from now on to this app's server. */
    handOver(next: FastifyInstance): void;
  }
  interface FastifyContextConfig {
    /** True if the route sends built files. */
    isFile?: boolean;
  }
}

/** Routes check what they receive with Zod and declare no schemas. Without this, Fastify loads its schema compilers with every start. */
function noSchemas(): never {
  throw new Error('Routes declare no schemas; parse the body or the query with Zod.');
}

/** Returns an address without its query. */
function pathnameOf(url = '/'): string {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}

/** An HTTP/1.1 request must have exactly one Host; a proxy could have used the other one (RFC 9112, 3.2). */
function hasOneHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}
