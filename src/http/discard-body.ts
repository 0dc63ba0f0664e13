import type { IncomingMessage } from 'node:http';
import { maxDrainedBytes } from '../submissions/limits.ts';

/** So long is waited for it, in milliseconds. */
const patience = 1000;

/**
 * Reads what is left of a body and throws it away, within limits. A connection that is closed over unread bytes is reset, and an answer that is
 * under way is lost with it (RFC 9112, 9.6): nginx, which asks for the close after each answer, then says 502.
 */
export async function drain(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed || Number(request.headers['content-length'] ?? 0) > maxDrainedBytes) return;
  await new Promise<void>((resolve) => {
    let read = 0;
    const timer = setTimeout(resolve, patience);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    request.on('data', (chunk: Buffer) => {
      read += chunk.length;
      if (read > maxDrainedBytes) done();
    });
    request.once('end', done).once('close', done);
  });
}
