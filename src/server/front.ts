import { createServer, STATUS_CODES } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Content } from '../content/content.ts';
import type { Intake } from '../intake/receive.ts';
import { paths } from '../paths.ts';
import type { Store } from '../store/store.ts';
import { closedPage } from './addresses.ts';
import type { Resolve } from './addresses.ts';
import { emptyPolicy } from './headers.ts';
import { sendFile, sendPageWith } from './send.ts';
import type { StaticFile } from './static-files.ts';

/** The pages that Astro renders at request time: its handler in middleware mode. */
export type RenderOnDemand = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
  locals: App.Locals,
) => Promise<void>;

export interface FrontParts {
  siteUrl: string;
  content: Content;
  files: Map<string, StaticFile>;
  resolve: Resolve;
  /** The headers of every answer. */
  common: Record<string, string>;
  render: RenderOnDemand;
  intake: Intake;
  store: Pick<Store, 'assertWritable'>;
  now: () => Date;
  log: Logger;
}

/** Longer than proxies keep an idle connection, so that none of them sends a post into one that is just closing. */
const keepAliveTimeout = 130_000;

const processPath = /^\/app\/form\/process\/([\w-]+)$/u;

/** Everything the site answers over HTTP. What is held in memory is answered before Fastify; Fastify has the rest. The caller listens and closes. */
export function createFront(parts: FrontParts): FastifyInstance {
  const { files, resolve, common, now, log } = parts;
  const host = new URL(parts.siteUrl).host;
  /** The headers of an answer that holds no built page. */
  const bare = { ...common, 'cache-control': 'no-store', 'content-security-policy': emptyPolicy };
  const fileAt = (path: string) => files.get(resolve(path, now()) ?? '');

  const front = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: 10_000,
    return503OnClosing: false,
    clientErrorHandler: hangUp,
    frameworkErrors: (_error, request, reply) => void showProblem(request, reply, 404),
    serverFactory: (handler, { requestTimeout }) =>
      createServer(
        { requestTimeout: requestTimeout as number, connectionsCheckingInterval: 1000, keepAliveTimeout },
        (request, response) => {
          const reads = request.method === 'GET' || request.method === 'HEAD';
          const file = reads ? fileAt(pathOf(request.url)) : undefined;
          if (file) sendFile(request, response, file);
          else handler(request, response);
        },
      ),
  });

  function showProblem(request: FastifyRequest, reply: FastifyReply, status: number, more: Record<string, string> = {}): FastifyReply {
    const page = files.get(status === 404 ? '404.html' : `problems/${status}.html`);
    if (!page || !/text\/html|\*\/\*/u.test(request.headers.accept ?? '*/*')) return sayPlainly(reply.headers(more), status, `${status}\n`);
    reply.hijack();
    sendPageWith(status, more, request.raw, reply.raw, page);
    return reply;
  }

  function sayPlainly(reply: FastifyReply, status: number, text: string): FastifyReply {
    return reply
      .code(status)
      .headers({ ...bare, 'content-type': 'text/plain; charset=utf-8' })
      .send(text);
  }

  /** What is no HTTP, has too large a head, or comes too slowly: the parser's own errors, before there is a request. */
  function hangUp(error: Error & { code?: string }, socket: Socket): void {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const status = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
    const page = files.get(`problems/${status}.html`)?.identity;
    const pairs = page?.headers ?? Object.entries({ ...bare, 'content-length': '0' }).flat();
    const lines = pairs.flatMap((name, at) =>
      at % 2 === 0 && !/^(?:etag|cache-control|vary)$/u.test(name) ? [`${name}: ${pairs[at + 1]}`] : [],
    );
    socket.write(
      [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, 'cache-control: no-store', 'connection: close', '', ''].join('\r\n'),
    );
    socket.end(page?.body ?? '');
  }

  /** One look a second answers everybody who asks meanwhile: each is a write, in one queue with what founders send. */
  let looked: Promise<void> | undefined;
  const writable = () => (looked ??= parts.store.assertWritable().finally(() => setTimeout(() => (looked = undefined), 1000).unref()));

  const probes: Record<string, (reply: FastifyReply) => Promise<FastifyReply>> = {
    [paths.health]: async (reply) => sayPlainly(reply, 200, 'ok\n'),
    [paths.ready]: (reply) =>
      writable().then(
        () => sayPlainly(reply, 200, 'ready\n'),
        (error: unknown) => {
          log.error({ err: error }, 'the store cannot be written');
          return sayPlainly(reply, 503, 'the store cannot be written\n');
        },
      ),
  };

  /** Hands a post to the page that takes it. The visitor's Host header counts nowhere: SITE_URL says where this is. */
  async function take(request: FastifyRequest, reply: FastifyReply, formId: string): Promise<void> {
    const refuse = (status: number) => {
      const name = status === 404 ? '404.html' : status === 410 ? closedPage(formId) : `problems/${status}.html`;
      const { body, headers } = (files.get(name) as StaticFile).identity;
      const pairs = headers.flatMap((header, at) => (at % 2 === 0 ? [[header, headers[at + 1] as string] as [string, string]] : []));
      const page = new Response(new Uint8Array(body), { status, headers: pairs });
      page.headers.delete('etag');
      page.headers.set('cache-control', 'no-store');
      return page;
    };
    reply.hijack();
    for (const [name, value] of Object.entries(bare)) reply.raw.setHeader(name, value);
    request.raw.headers.host = host;
    await parts.render(request.raw, reply.raw, () => reply.raw.writeHead(404).end(), {
      intake: parts.intake,
      refuse,
      content: parts.content,
    });
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const path = pathOf(request.url);
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const formId = processPath.exec(path)?.[1];
    if (formId) return request.method === 'POST' ? take(request, reply, formId) : showProblem(request, reply, 405, { allow: 'POST' });

    const probe = probes[path];
    const known = (address: string) => address in probes || fileAt(address) !== undefined;
    if (known(path)) return reads && probe ? probe(reply) : showProblem(request, reply, 405, { allow: 'GET, HEAD' });

    const unslashed = path.replace(/\/$/u, '');
    if (unslashed !== path && (known(unslashed) || processPath.test(unslashed)))
      return reply.headers(bare).redirect(unslashed + request.url.slice(path.length), 308);
    return showProblem(request, reply, 404);
  }

  // The body of a post is left to the intake, which counts it.
  front.removeAllContentTypeParsers();
  front.addContentTypeParser('*', (_request, _payload, done) => done(null));
  front.all('*', answer);
  front.setNotFoundHandler(answer);
  front.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    // What Fastify will not parse is not parsed here anyway: the address and the intake say what such a request gets.
    if ((error.statusCode ?? 500) < 500) return answer(request, reply);
    log.error({ err: error }, 'an answer failed');
    return showProblem(request, reply, 500);
  });
  return front;
}

function pathOf(url: string | undefined): string {
  return (url ?? '/').split('?', 1)[0] as string;
}
