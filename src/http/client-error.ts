import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { emptyPolicy } from './security-headers.ts';
import { headerPairs, type StaticFile } from './static-files.ts';

/** How long a client has to receive such a response. */
const timeoutMs = 5000;

export type ClientErrorHandler = (error: Error & { code?: string }, socket: Socket) => void;

/** The headers of a built page that an error response does not have. */
const cachingHeaders = new Set(['etag', 'cache-control', 'vary']);

/** The statuses of errors that are not malformed messages. */
const statuses: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/**
 * Returns the handler of errors of the HTTP parser, which occur before there is a request: malformed messages, headers that are
 * too large, slow requests.
 */
export function createClientErrorHandler(files: Map<string, StaticFile>, commonHeaders: Record<string, string>): ClientErrorHandler {
  return (error, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const status = statuses[error.code ?? ''] ?? 400;
    const page = files.get(`problems/${status}.html`)?.identity;
    const headers = page
      ? headerPairs(page).filter(([name]) => !cachingHeaders.has(name))
      : Object.entries({ ...commonHeaders, 'content-security-policy': emptyPolicy, 'content-length': '0' });
    const headerLines = headers.map(([name, value]) => `${name}: ${value}`);
    socket.write(
      [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headerLines, 'cache-control: no-store', 'connection: close', '', ''].join('\r\n'),
    );
    socket.end(page?.body ?? '');
    // A client that neither reads nor disconnects would keep the connection open forever, since Node.js no longer times it out.
    setTimeout(() => socket.destroy(), timeoutMs).unref();
  };
}
