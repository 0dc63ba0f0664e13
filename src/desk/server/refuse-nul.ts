import type { FastifyInstance } from 'fastify';
import { HttpError } from '../../http/http-error.ts';

/** A NUL as JSON can write it (RFC 8259, 7): after an even number of backslashes, because `\\u0000` is a backslash and five letters. */
const escapedNul = /(?<!\\)(?:\\\\)*\\u0000/u;

/**
 * Refuses a request with a NUL in its address or body with 400. No field of the desk can produce one, and PostgreSQL's text cannot hold it.
 */
export function refuseNul(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, next) => next(request.url.includes('%00') ? new HttpError(400) : undefined));
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    escapedNul.test(body) ? done(new HttpError(400)) : parse(request, body, done),
  );
}
