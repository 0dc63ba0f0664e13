import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Representation, StaticFile } from './static-files.ts';

/** Matches a list such as `gzip, br;q=0` that accepts a content coding (RFC 9110, 12.5.3); codings are case-insensitive (8.4.1). */
const accepting = (coding: string) => new RegExp(`(?:^|[,\\s])${coding}\\s*(?:$|,|;(?!\\s*q=0(?:\\.0*)?\\s*(?:,|$)))`, 'iu');
const [acceptsBr, acceptsGzip] = [accepting('br'), accepting('gzip')];

/**
 * Sends a file from memory in the best content coding that the client accepts; 304 if the client has it already (RFC 9110, 13.1.2).
 * The response bypasses Fastify's reply: its headers are prepared, and setting them one by one would take longer than everything else.
 */
export function sendFile({ raw }: FastifyRequest, reply: FastifyReply, file: StaticFile): FastifyReply {
  const { body, etag, headers } = representationFor(raw, file);
  const response = reply.hijack().raw;
  atEndOfTurn(() => {
    if (isFresh(raw, etag)) response.writeHead(304, headers).end();
    else response.writeHead(200, headers).end(raw.method === 'HEAD' ? undefined : body);
  });
  return reply;
}

/** Returns the representation of a file that a request accepts. */
export function representationFor({ headers }: IncomingMessage, file: StaticFile): Representation {
  const accepted = headers['accept-encoding'];
  // `br` and `gzip` compress the file when they are first read, so they are read only if the client accepts them.
  return (accepted && ((acceptsBr.test(accepted) && file.br) || (acceptsGzip.test(accepted) && file.gzip))) || file.identity;
}

function isFresh({ headers }: IncomingMessage, etag: string): boolean {
  const known = headers['if-none-match'];
  return (
    known !== undefined && (known.trim() === '*' || known.split(',').some((candidate) => candidate.trim().replace(/^W\//u, '') === etag))
  );
}

/** The callbacks for the end of this turn. */
let waiting: (() => void)[] = [];

/**
 * Calls back once every request that has arrived in this turn of the event loop is handled, so that their responses are written one right
 * after the other. A client that sleeps between two of them has to be woken for each, which takes a third of the time of a response
 * (docs/decisions/0003-one-http-server.md).
 */
function atEndOfTurn(callback: () => void): void {
  if (waiting.push(callback) === 1) setImmediate(callAll);
}

function callAll(): void {
  const callbacks = waiting;
  waiting = [];
  for (const callback of callbacks) callback();
}
