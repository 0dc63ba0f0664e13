import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  at: number;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Starts a webhook receiver that keeps every request and responds with `respond`, by default 204. */
export async function startReceiver(
  respond: (response: ServerResponse, received: Received) => void = (response) => response.writeHead(204).end(),
) {
  const received: Received[] = [];
  let arrived = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const message = { at: Date.now(), path: request.url ?? '', headers: request.headers, body: await text(request) };
    received.push(message);
    respond(response, message);
    arrived.resolve();
    arrived = Promise.withResolvers();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    /** Resolves when the next request has arrived. */
    next: () => arrived.promise,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
