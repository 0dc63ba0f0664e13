import { once } from 'node:events';
import type { Socket } from 'node:net';
import Cursor from 'pg-cursor';

/** The members that are used here; the package's types lack the connection. */
interface CursorMembers {
  connection: { stream: Socket } | null;
  read(count: number): Promise<never[]>;
  close(): Promise<void>;
}

/**
 * A cursor that can be closed after its connection is lost. pg-cursor's own `close` waits for the server's ReadyForQuery, which then never
 * comes, so a list would hang forever.
 */
export class ClosableCursor extends (Cursor as unknown as new (text: string, values: unknown[]) => CursorMembers) {
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
