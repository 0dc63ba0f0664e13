import type { IncomingMessage } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { StoreUnavailable } from '../database/unavailable.ts';
import { discardBody } from './discard-body.ts';
import { HttpError } from './http-error.ts';
import type { PageSource } from './pages.ts';
import { representationFor } from './send-file.ts';
import { headerPairs } from './static-files.ts';

/** The placeholder in an error page for the request's id, which a visitor can quote. */
const placeholder = '{reference}';

/** The headers of a built page that its error response sets by itself or does not have. */
const ownHeaders = new Set(['etag', 'cache-control', 'content-length', 'referrer-policy']);

export interface ErrorPages {
  /** The words of a status, for clients that do not accept HTML. */
  words: (status: number) => { heading: string; text: string } | undefined;
  source: Pick<PageSource, 'findFile'>;
  /** Returns the built file to send for an address that does not exist, if it is not the usual one of status 404. */
  notFoundPage?: (address: string) => string | undefined;
}

/** Returns true if a client accepts HTML (RFC 9110, 12.5.1). A client without `Accept` accepts anything. */
export function acceptsHtml({ headers }: IncomingMessage): boolean {
  return /text\/html|text\/\*|\*\/\*/u.test(headers.accept ?? '*/*');
}

/** Makes an app respond to every error with the page of its status, or with its text for a client that does not accept HTML. */
export function addErrorPages(app: FastifyInstance, pages: ErrorPages): void {
  app.setNotFoundHandler((request, reply) =>
    sendError(request, reply, new HttpError(404, { page: pages.notFoundPage?.(request.url) }), pages),
  );
  app.setErrorHandler((error: FastifyError | HttpError, request, reply) => {
    if (error instanceof HttpError) return sendError(request, reply, error, pages);
    // Errors of Fastify itself, such as a body without a content type.
    if (error.statusCode !== undefined && error.statusCode < 500) return sendError(request, reply, new HttpError(error.statusCode), pages);
    request.log.error({ reference: request.id, err: error }, 'a request failed');
    return sendError(request, reply, new HttpError(error instanceof StoreUnavailable ? 503 : 500), pages);
  });
}

/** Sends an error, even outside of a route, for example for an address that cannot be decoded. */
export async function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  { statusCode, headers, page, isPlainText }: HttpError,
  { words, source }: ErrorPages,
): Promise<FastifyReply> {
  const sendPlainText = () => reply.type('text/plain; charset=utf-8').send(plainText(statusCode, words(statusCode), request.id));
  // With unread bytes the response could be lost.
  if (request.method !== 'GET' && request.method !== 'HEAD') await discardBody(request.raw);
  reply.code(statusCode).headers({ ...headers, 'cache-control': 'no-store' });
  if (isPlainText) return sendPlainText();
  const file =
    (page && (await source.findFile(page))) || (await source.findFile(statusCode === 404 ? '404.html' : `problems/${statusCode}.html`));
  if (!file || !acceptsHtml(request.raw)) return sendPlainText();
  const hasReference = file.identity.body.includes(placeholder);
  const representation = hasReference ? file.identity : representationFor(request.raw, file);
  for (const [name, value] of headerPairs(representation)) if (!ownHeaders.has(name) && !(name in headers)) reply.header(name, value);
  const { body } = representation;
  return reply.send(hasReference ? Buffer.from(body.toString().replaceAll(placeholder, request.id)) : body);
}

function plainText(status: number, words: { heading: string; text: string } | undefined, reference: string): string {
  return words ? `${status} ${words.heading}\n${words.text.replace(placeholder, reference)}\n` : `${status}\n`;
}
