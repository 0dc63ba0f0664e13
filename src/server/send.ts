import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Form, StaticFile } from './static-files.ts';

/** Sends a file from memory in the best encoding that the client takes; 304 where it has it already (RFC 9110, 13.1.2). */
export function sendFile(request: IncomingMessage, response: ServerResponse, file: StaticFile): void {
  const { body, etag, headers } = formFor(request, file);
  if (has(request, etag)) {
    response.writeHead(304, headers).end();
    return;
  }
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
  const accepted = request.headers['accept-encoding'] ?? '';
  if (br && takes(accepted, 'br')) return br;
  return gzip && takes(accepted, 'gzip') ? gzip : identity;
}

/** Whether a list such as `gzip, br;q=0` names an encoding and does not refuse it (RFC 9110, 12.5.3). */
function takes(accepted: string, encoding: string): boolean {
  const at = accepted.indexOf(encoding);
  if (at < 0) return false;
  // Of a name such as `x-br` it is only a part.
  const named = !/[\w-]/u.test(accepted[at - 1] ?? '') && /^\s*(?:$|[,;])/u.test(accepted.slice(at + encoding.length));
  return named && !/^\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/u.test(accepted.slice(at + encoding.length));
}

function has(request: IncomingMessage, etag: string): boolean {
  const asked = request.headers['if-none-match'];
  return (
    asked !== undefined && (asked.trim() === '*' || asked.split(',').some((candidate) => candidate.trim().replace(/^W\//u, '') === etag))
  );
}
