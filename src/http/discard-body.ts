import type { IncomingMessage } from 'node:http';

/** The maximum that is read and discarded of a body. */
export const maxDiscardedBytes = 1024 * 1024;

/** How long to wait for the rest of a body. */
const timeoutMs = 1000;

/**
 * Reads and discards the rest of a body, within limits. Closing a connection with unread bytes resets it, which can lose the response
 * (RFC 9112, 9.6): nginx, which requests the close after each response, then returns 502.
 */
export async function discardBody(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed || Number(request.headers['content-length'] ?? 0) > maxDiscardedBytes) return;
  await new Promise<void>((resolve) => {
    let read = 0;
    const timer = setTimeout(resolve, timeoutMs);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    request.on('data', (chunk: Buffer) => {
      read += chunk.length;
      if (read > maxDiscardedBytes) done();
    });
    request.once('end', done).once('close', done);
  });
}
