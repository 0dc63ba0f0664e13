import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  at: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver of webhooks: keeps everything, and answers as it is told, 204 without more. Undefined is no answer at all. */
export async function startReceiver(
  answer: (response: ServerResponse, received: Received) => void = (response) => response.writeHead(204).end(),
) {
  const received: Received[] = [];
  let arrived = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const one = { at: Date.now(), headers: request.headers, body: await text(request) };
    received.push(one);
    answer(response, one);
    arrived.resolve();
    arrived = Promise.withResolvers();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    /** Resolves when the next one has come. */
    next: () => arrived.promise,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
