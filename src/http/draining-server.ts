import { Server } from 'node:http';
import type { RequestListener, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';

/** How often a closing server looks at its open connections. */
const sweepMs = 100;

/**
 * An HTTP server that lets slow readers finish when it closes. To Node.js a connection is idle as soon as its last answer is written, although a slow
 * reader has still to get half of it, and closing the server would cut that off.
 */
export class DrainingServer extends Server {
  private readonly sockets = new Set<Socket>();

  constructor(options: ServerOptions, handler: RequestListener) {
    super(options, handler);
    this.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
  }

  /** Takes no connection any more, and closes each open one when it is answered. */
  override close(callback?: (error?: Error) => void): this {
    const sweep = setInterval(() => {
      this.closeIdleConnections();
      // A browser opens connections in advance; to Node.js one that never sent anything is not idle.
      for (const socket of this.sockets) if (socket.bytesRead === 0) socket.destroy();
    }, sweepMs);
    this.once('close', () => clearInterval(sweep));
    return super.close(callback);
  }

  /** Closes idle connections, once no connection has bytes left to send. Node.js and Fastify call this when the server closes. */
  override closeIdleConnections(): void {
    if ([...this.sockets].every(({ writableLength }) => writableLength === 0)) super.closeIdleConnections();
  }
}
