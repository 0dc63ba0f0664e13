import type { IncomingMessage } from 'node:http';

/** How much of a body is read and thrown away at most. */
export const maxDiscardedBytes = 1024 * 1024;

/** How long the rest of a body is waited for. */
const timeoutMs = 1000;

/**
 * Reads the rest of a body and throws it away, within limits. A connection that is closed over unread bytes is reset, and an answer that is
 * under way is lost with it (RFC 9112, 9.6): nginx, which asks for the close after each answer, then says 502.
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
