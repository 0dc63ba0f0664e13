import type { FastifyInstance } from 'fastify';
import { HttpError } from '../../http/http-error.ts';

/**
 * Refuses a request with a NUL in its address or body, or half a surrogate pair in its body, with 400. No field of the desk can produce one,
 * PostgreSQL's text cannot hold a NUL, and a file in UTF-8 cannot hold half a pair: a draft would not find again what it wrote.
 */
export function refuseUnstorable(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, next) => next(request.url.includes('%00') ? new HttpError(400) : undefined));
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    parse(request, body, (error, parsed: unknown) => {
      if (!error && !isStorable(parsed)) done(new HttpError(400));
      else done(error, parsed);
    }),
  );
}

/** Returns whether every text of parsed JSON can be stored, names of fields included. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every((pair) => pair.every(isStorable));
}
