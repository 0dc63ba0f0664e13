import { once } from 'node:events';
import type { Socket } from 'node:net';
import Cursor from 'pg-cursor';

/** What is used of it here; its own types know nothing of its connection. */
interface Closing {
  connection: { stream: Socket } | null;
  read(count: number): Promise<never[]>;
  close(): Promise<void>;
}

/**
 * A cursor that can be closed when its connection is gone. pg-cursor's own waits for the server's word that it is ready again, which then
 * never comes, and with it a list would stand still for ever.
 */
export class EndingCursor extends (Cursor as unknown as new (text: string, values: unknown[]) => Closing) {
  override async close(): Promise<void> {
    const stream = this.connection?.stream;
    if (!stream || stream.destroyed) return;
    const closed = new AbortController();
    const gone = once(stream, 'close', { signal: closed.signal }).catch(() => {});
    try {
      await Promise.race([super.close(), gone]);
    } finally {
      closed.abort();
    }
  }
}
