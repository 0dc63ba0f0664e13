import { once } from 'node:events';
import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** How long a server may take to finish the work on the connections that are ended, and to close them. */
const closeTimeoutMs = 5000;

/**
 * Keeps the connected sockets of clients. pg waits without a limit for a server to close a connection, and a socket that waits
 * keeps the process running.
 */
export function createOpenSockets() {
  const sockets = new Set<Socket>();
  return {
    /** pg's `stream` option. */
    create(): Socket {
      const socket = new Socket();
      socket.once('connect', () => sockets.add(socket));
      socket.once('close', () => sockets.delete(socket));
      return socket;
    },

    /**
     * Waits for `ended` and for the server to close what is open. Returns how many sockets were destroyed because the server
     * did not close them in time.
     */
    async close(ended: Promise<unknown>): Promise<number> {
      const limit = new AbortController();
      const closed = ended.then(() => Promise.allSettled([...sockets].map((socket) => once(socket, 'close'))));
      await Promise.race([closed, pause(closeTimeoutMs, undefined, { signal: limit.signal })]).finally(() => limit.abort());
      const cut = [...sockets];
      for (const socket of cut) socket.destroy();
      return cut.length;
    },
  };
}
