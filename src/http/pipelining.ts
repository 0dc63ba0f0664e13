import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many requests a connection may send ahead of their responses. */
const maxWaiting = 200;

interface Connection {
  /** The request that is being handled; undefined while the connection is idle. */
  current?: IncomingMessage | undefined;
  waiting: [IncomingMessage, ServerResponse][];
  /** Called after the last response. */
  onIdle?: (() => void) | undefined;
}

/**
 * Handles the requests of each connection one after the other, as their responses are sent anyway (RFC 9112, 9.3.2). Node.js would begin
 * them all at once: one small packet of pipelined requests could then keep a processor busy for minutes. When a connection closes, the
 * requests that wait are dropped.
 */
export function createPipelining(handler: RequestListener) {
  const connections = new WeakMap<Socket, Connection>();

  function handle(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    connection.current = request;
    response.on('close', () => handleNext(connection, request.socket));
    handler(request, response);
  }

  function handleNext(connection: Connection, socket: Socket): void {
    if (socket.destroyed) connection.waiting = [];
    const next = connection.waiting.shift();
    if (next) return handle(connection, ...next);
    connection.current = undefined;
    connection.onIdle?.();
    connection.onIdle = undefined;
  }

  return {
    handler: (request: IncomingMessage, response: ServerResponse): void => {
      let connection = connections.get(request.socket);
      if (!connection) {
        connection = { waiting: [] };
        connections.set(request.socket, connection);
      }
      if (!connection.current) handle(connection, request, response);
      else if (connection.waiting.length < maxWaiting) connection.waiting.push([request, response]);
      else request.socket.destroy();
    },

    /**
     * Calls back when a connection owes no response: an error in what follows a valid request must not replace its response. A request that
     * has not arrived whole is itself what the error is about.
     */
    whenIdle(socket: Socket, callback: () => void): void {
      const connection = connections.get(socket);
      if (connection?.current?.complete) connection.onIdle = callback;
      else callback();
    },
  };
}
