import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { emptyPolicy } from './security-headers.ts';
import type { StaticFile } from './static-files.ts';

/** How long a client has to receive such a response. */
const timeoutMs = 5000;

export type ClientErrorHandler = (error: Error & { code?: string }, socket: Socket) => void;

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
    const pairs =
      page?.headers ?? Object.entries({ ...commonHeaders, 'content-security-policy': emptyPolicy, 'content-length': '0' }).flat();
    const lines = pairs.flatMap((name, index) =>
      index % 2 === 0 && !/^(?:etag|cache-control|vary)$/u.test(name) ? [`${name}: ${pairs[index + 1]}`] : [],
    );
    socket.write(
      [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, 'cache-control: no-store', 'connection: close', '', ''].join('\r\n'),
    );
    socket.end(page?.body ?? '');
    // A client that neither reads nor disconnects would keep the connection open forever, since Node.js no longer times it out.
    setTimeout(() => socket.destroy(), timeoutMs).unref();
  };
}
