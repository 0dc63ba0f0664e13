import type { FastifyRequest } from 'fastify';
import { HttpError } from './http-error.ts';
import { clientOf } from './rate-limit.ts';

/** A form post as it arrived. */
export interface Post {
  origin: string | undefined;
  contentType: string | undefined;
  contentEncoding: string | undefined;
  contentLength: string | undefined;
  /** The address of the client, according to the trusted proxies. */
  client: string;
  /** The request's id in the log; a visitor can quote it. */
  reference: string;
  body: AsyncIterable<Uint8Array>;
}

export function postOf(request: FastifyRequest): Post {
  const { headers, id, raw } = request;
  return {
    origin: headers.origin,
    contentType: headers['content-type'],
    contentEncoding: headers['content-encoding'],
    contentLength: headers['content-length'],
    client: clientOf(request),
    reference: id,
    body: raw,
  };
}

/** Returns the value of the button that was pressed, empty if there is none. Throws HttpError 400 if there are two. */
export function pressedButton(fields: URLSearchParams, name: string): string {
  const values = fields.getAll(name);
  if (values.length > 1) throw new HttpError(400);
  return values[0] ?? '';
}
