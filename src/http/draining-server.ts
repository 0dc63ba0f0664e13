import { Server, type RequestListener, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';

/** How often a closing server checks its open connections. */
const sweepMs = 100;

/**
 * An HTTP server that lets slow readers finish when it closes. For Node.js a connection is idle as soon as its last response is written,
 * although a slow reader has not received all of it, and closing the server would cut it off.
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

  /** Accepts no new connections, and closes each open one after its response. */
  override close(callback?: (error?: Error) => void): this {
    const sweep = setInterval(() => {
      this.closeIdleConnections();
      // Browsers open connections in advance; for Node.js a connection that never sent anything is not idle.
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
