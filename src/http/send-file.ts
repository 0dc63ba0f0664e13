import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendAgain } from './send-again.ts';
import type { Form, StaticFile } from './static-files.ts';

/** Whether a list such as `gzip, br;q=0` names an encoding and does not refuse it (RFC 9110, 12.5.3); a name is of any case (8.4.1). */
const taking = (encoding: string) => new RegExp(`(?:^|[,\\s])${encoding}\\s*(?:$|,|;(?!\\s*q=0(?:\\.0*)?\\s*(?:,|$)))`, 'iu');
const [takesBr, takesGzip] = [taking('br'), taking('gzip')];

/** Sends a file from memory in the best encoding that the client takes; 304 where it has it already (RFC 9110, 13.1.2). */
export function sendFile(request: IncomingMessage, response: ServerResponse, file: StaticFile): void {
  const form = formFor(request, file);
  const { body, etag, headers } = form;
  if (has(request, etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  if (request.method === 'GET' && response.shouldKeepAlive && !response.hasHeader('connection')) return sendAgain(response, form);
  response.writeHead(200, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Sends a page in the place of what was asked for: with the status that says why, and never kept by a cache. */
export function sendPageWith(
  status: number,
  more: Record<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
  file: StaticFile,
): void {
  const { body, headers } = formFor(request, file);
  const kept = headers.flatMap((name, at) =>
    at % 2 === 0 && name !== 'cache-control' && name !== 'etag' && !((name as string) in more) ? [name, headers[at + 1] as string] : [],
  );
  response.writeHead(status, [...kept, 'cache-control', 'no-store', ...Object.entries(more).flat()]);
  response.end(request.method === 'HEAD' ? undefined : body);
}

function formFor(request: IncomingMessage, { br, gzip, identity }: StaticFile): Form {
  const accepted = request.headers['accept-encoding'];
  if (!accepted) return identity;
  if (br && takesBr.test(accepted)) return br;
  return gzip && takesGzip.test(accepted) ? gzip : identity;
}

function has(request: IncomingMessage, etag: string): boolean {
  const asked = request.headers['if-none-match'];
  return (
    asked !== undefined && (asked.trim() === '*' || asked.split(',').some((candidate) => candidate.trim().replace(/^W\//u, '') === etag))
  );
}
