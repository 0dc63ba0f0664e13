import type { FastifyInstance } from 'fastify';
import { HttpError } from '../../http/http-error.ts';

/** A NUL as JSON can write it (RFC 8259, 7): after an even number of backslashes, because `\\u0000` is a backslash and five letters. */
const escapedNul = /(?<!\\)(?:\\\\)*\\u0000/u;

/**
 * Refuses a request with a NUL in its address or body, or half a surrogate pair in its body, with 400. No field of the desk can produce one,
 * PostgreSQL's text cannot hold a NUL, and a file in UTF-8 cannot hold half a pair: a draft would not find again what it wrote.
 */
export function refuseUnstorable(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, next) => next(request.url.includes('%00') ? new HttpError(400) : undefined));
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (escapedNul.test(body)) return done(new HttpError(400));
    return parse(request, body, (error, parsed: unknown) => {
      if (!error && !isWellFormed(parsed)) done(new HttpError(400));
      else done(error, parsed);
    });
  });
}

/** Returns whether every text of parsed JSON can be written as UTF-8, names of fields included. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, item]) => name.isWellFormed() && isWellFormed(item));
}
