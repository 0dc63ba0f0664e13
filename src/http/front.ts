import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Content } from '../content/content.ts';
import type { Answer, Door } from './door.ts';
import { Refusal } from './refusal.ts';
import { paths } from '../paths.ts';
import { StoreUnavailable } from '../database/unavailable.ts';
import type { Resolve } from './resolve-file.ts';
import { drain } from './discard-body.ts';
import { createHangUp } from './client-error.ts';
import type { Metrics } from '../app/metrics.ts';
import { bare, createProblems, takesHtml } from './error-pages.ts';
import type { Readiness } from './readiness.ts';
import { rendered } from './astro-renderer.ts';
import type { RenderOnDemand } from './astro-renderer.ts';
import { harmless, nextReference } from './request-log.ts';
import type { LogRequest } from './request-log.ts';
import { sendFile } from './send-file.ts';
import type { Settings } from '../app/settings.ts';
import { asFile } from './static-files.ts';
import type { StaticFile } from './static-files.ts';

export interface FrontParts {
  settings: Pick<Settings, 'siteUrl' | 'trustProxy'>;
  content: Content;
  files: Map<string, StaticFile>;
  resolve: Resolve;
  /** The headers of every answer. */
  common: Record<string, string>;
  render: RenderOnDemand;
  doors: Door[];
  readiness: Readiness;
  /** Missing where nobody measures. */
  metrics: Metrics | undefined;
  now: () => Date;
  log: Logger;
  logRequest: LogRequest;
}

/** Longer than proxies keep an idle connection, so that none of them sends a post into one that is just closing. */
const keepAliveTimeout = 130_000;

/** Everything the site answers over HTTP. What is held in memory is answered before Fastify; Fastify has the rest. The caller listens and closes. */
export function createFront(parts: FrontParts): FastifyInstance {
  const { settings, files, resolve, common, doors, readiness, metrics, now, log, logRequest } = parts;
  const host = new URL(settings.siteUrl).host;
  const problems = createProblems({ files, common, notFound: parts.content.words.notFound });
  /** Pages that were made once since the start, and are the same for everyone. */
  const lasting = new Map<string, StaticFile>();
  const fileAt = (path: string) => files.get(resolve(path, now()) ?? '') ?? lasting.get(path);

  const front = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: nextReference,
    trustProxy: settings.trustProxy,
    requestTimeout: 10_000,
    return503OnClosing: false,
    clientErrorHandler: createHangUp(files, common),
    // An address that cannot be decoded; no hook hears of such a request.
    frameworkErrors: (_error, request, reply) => {
      watch(request, reply);
      problem(request, reply, { status: 404 });
    },
    serverFactory: (handler, { requestTimeout }) => {
      const receive = (request: IncomingMessage, response: ServerResponse): void => {
        const reads = request.method === 'GET' || request.method === 'HEAD';
        const path = pathOf(request.url);
        // A form that is asked for with somebody's answers in it is made for her.
        const isHers = path.startsWith('/app/form/') && request.url?.includes('?with=');
        const file = reads && !isHers && hasOneHost(request) ? fileAt(path) : undefined;
        if (!file) return handler(request, response);
        const since = performance.now();
        sendFile(request, response, file);
        metrics?.file(response.statusCode);
        return logRequest({ reference: nextReference(), method: request.method as string, path, status: response.statusCode, since });
      };
      const limits = { requestTimeout: requestTimeout as number, connectionsCheckingInterval: 1000, keepAliveTimeout };
      // What Node would answer by itself, it would answer without the headers of every answer: no host, and an expectation it does not know.
      return createServer({ ...limits, requireHostHeader: false, optimizeEmptyRequests: true }, receive).on('checkExpectation', receive);
    },
  });

  /** One line in the log for each request that is not a file's, when its answer has gone out. */
  function watch({ raw, id, method }: FastifyRequest, { raw: response }: FastifyReply): void {
    const since = performance.now();
    const path = pathOf(raw.url);
    const door = doorAt(raw.url)?.door;
    response.once('close', () => {
      const status = response.writableFinished ? response.statusCode : 499;
      metrics?.answered({ door: door?.shown ?? 'other', method, status, seconds: (performance.now() - since) / 1000 });
      logRequest({ reference: id, method, path: door?.shown ?? harmless(path), status, since });
    });
  }

  function problem(
    request: FastifyRequest,
    reply: FastifyReply,
    about: { status: number; formId?: string | undefined; headers?: Record<string, string> },
  ) {
    reply.hijack();
    const send = () => {
      if (!reply.raw.destroyed) problems.send(request.raw, reply.raw, { ...about, reference: request.id });
    };
    if (request.method === 'GET' || request.method === 'HEAD') send();
    else void drain(request.raw).then(send);
    return reply;
  }

  async function enter(door: Door, parameter: string, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const open = method === 'GET' || method === 'POST' ? door[method] : undefined;
    if (!open)
      return problem(request, reply, {
        status: 405,
        headers: { ...door.headers, allow: [door.GET && 'GET, HEAD', door.POST && 'POST'].filter(Boolean).join(', ') },
      });
    const { headers } = request;
    const post = {
      origin: headers.origin,
      contentType: headers['content-type'],
      contentEncoding: headers['content-encoding'],
      contentLength: headers['content-length'],
      client: request.ip,
      reference: request.id,
      body: request.raw,
    };
    const query = new URLSearchParams(request.url.slice(pathOf(request.url).length));
    const answer = await open({ parameter, query, post }).catch((error: unknown): Answer => {
      if (error instanceof Refusal) return { show: 'problem', status: error.status };
      throw error;
    });
    return show({ ...answer, headers: { ...door.headers, ...answer.headers } }, request, reply);
  }

  async function show(answer: Answer, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    if (answer.show === 'problem') return problem(request, reply, answer);
    reply.headers({ ...common, ...bare, ...answer.headers, 'x-request-id': request.id });
    if (answer.show === 'redirect') return reply.redirect(answer.location, 303);
    if (answer.show === 'file') return reply.type(answer.type).send(answer.body);
    const { status, view, page, headers = {} } = answer;
    reply.hijack();
    if (reply.raw.destroyed) return reply;
    if (view.again && !takesHtml(request.raw)) {
      const { form, problems: wrong, notice = '' } = view.again;
      const lines = form.fields.flatMap(({ wire, label }) => (wrong[wire] ? [`${label}: ${wrong[wire]}`] : []));
      problems.say(reply.raw, status, [status, notice, ...lines, ''].join('\n'), headers);
      return reply;
    }
    // Fastify hears of no error any more, since the answer is ours by now.
    const made = await rendered(
      parts.render,
      { request: request.raw, host, url: page ?? request.url },
      { content: parts.content, view, status },
    ).catch((error: unknown) => error as Error);
    if (reply.raw.destroyed) return reply;
    if (made instanceof Error || !made) {
      log.error(
        { reference: request.id, err: made },
        'a page could not be rendered; where no error stands here, what Astro has printed says why',
      );
      return problem(request, reply, { status: 500 });
    }
    const own = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': made.policy };
    if (answer.lasting) {
      const file = asFile(made.body, { ...common, ...own });
      lasting.set(pathOf(request.url), file);
      sendFile(request.raw, reply.raw, file);
      return reply;
    }
    reply.raw.writeHead(made.status, {
      ...common,
      ...bare,
      ...headers,
      'x-request-id': request.id,
      ...own,
      'content-length': made.body.length,
    });
    reply.raw.end(request.method === 'HEAD' ? undefined : made.body);
    return reply;
  }

  function doorAt(url: string | undefined): { door: Door; parameter: string } | undefined {
    for (const door of doors) {
      const parameter = (door.path.exec(pathOf(url)) ?? door.path.exec(url ?? ''))?.[1];
      if (parameter !== undefined) return { door, parameter };
    }
    return undefined;
  }

  const probes: Record<string, (reply: FastifyReply) => Promise<unknown>> = {
    [paths.health]: async (reply) => problems.say(reply.hijack().raw, 200, 'ok\n'),
    [paths.ready]: async (reply) => {
      const reason = await readiness.reason();
      problems.say(reply.hijack().raw, reason ? 503 : 200, `${reason ?? 'ready'}\n`);
    },
  };

  async function route(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    if (!hasOneHost(request.raw)) return problem(request, reply, { status: 400 });
    const path = pathOf(request.url);
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const probe = probes[path];
    if (probe && reads) return probe(reply);
    const found = doorAt(request.url);
    if (found) return enter(found.door, found.parameter, request, reply);
    const file = reads ? fileAt(path) : undefined;
    if (file) return sendFile(request.raw, reply.hijack().raw, file);
    const known = (address: string) => address in probes || fileAt(address) !== undefined;
    if (known(path)) return problem(request, reply, { status: 405, headers: { allow: 'GET, HEAD' } });
    const unslashed = path.replace(/\/$/u, '');
    if (unslashed !== path && (known(unslashed) || doors.some((door) => door.path.test(unslashed))))
      return reply.headers({ ...common, ...bare }).redirect(unslashed + request.url.slice(path.length), 308);
    return problem(request, reply, { status: 404 });
  }

  front.addHook('onRequest', async (request, reply) => watch(request, reply));
  // The body of a post is left to the intake, which counts it.
  front.removeAllContentTypeParsers();
  front.addContentTypeParser('*', (_request, _payload, done) => done(null));
  front.all('*', route);
  front.setNotFoundHandler(route);
  front.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    // What Fastify will not parse is not parsed here anyway: the address and the intake say what such a request gets.
    if ((error.statusCode ?? 500) < 500) return route(request, reply);
    log.error({ reference: request.id, err: error }, 'an answer failed');
    return problem(request, reply, { status: error instanceof StoreUnavailable ? 503 : 500 });
  });
  return front;
}

function pathOf(url = '/'): string {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}

/** A request of HTTP/1.1 names its host, and once: whoever stands in front may have read the other one (RFC 9112, 3.2). */
function hasOneHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}
