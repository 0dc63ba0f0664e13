import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { NotAllowed } from '../../retreats/repository/entries.ts';
import { StoreUnavailable } from '../../database/unavailable.ts';
import type { Asset } from './assets.ts';
import type { Desk } from './desk.ts';
import { turnedAway } from './guard.ts';
import { closedPage, deskHeaders } from './headers.ts';
import { BadRequest } from './read-json.ts';
import { routes } from './routes.ts';
import { createSession } from './session.ts';

/** The rooms of the page: each has an address, and the page itself shows the right one. */
const rooms = new Set(['/', '/registrations', '/retreat', '/cohort', '/deliveries', '/questions']);

export interface OpenedDesk {
  /** Good once. */
  url: string;
  close: () => Promise<void>;
}

/** Serves the page on the loopback interface alone, on this port or, where it is 0, on a free one. Throws when the port is taken. */
export async function serveDesk(desk: Desk, assets: Map<string, Asset>, port: number): Promise<OpenedDesk> {
  const own = () => (server.address() as AddressInfo).port;
  const session = createSession(own);
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(deskHeaders)) response.setHeader(name, value);
    void answer(request, response).catch((error: unknown) => fail(response, error));
  });

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://desk');
    const turned = turnedAway(request, own());
    if (turned) return send(response, turned.status, { message: turned.message });
    const key = url.pathname === '/' && request.method === 'GET' ? url.searchParams.get('key') : null;
    if (key !== null) {
      const cookie = session.exchange(key);
      if (cookie) return void response.writeHead(303, { location: '/', 'set-cookie': cookie }).end();
    }
    if (key !== null || !session.holds(request)) return void response.writeHead(403, closedPage.headers).end(closedPage.body);
    if (url.pathname.startsWith('/api/')) return api(desk, request, response, url);
    const asset = assets.get(rooms.has(url.pathname) ? '/index.html' : url.pathname);
    if (!asset) return send(response, 404, { message: 'There is nothing here' });
    if (request.method !== 'GET' && request.method !== 'HEAD') return send(response, 405, { message: 'This is only to be read' });
    response.writeHead(200, { 'content-type': asset.type }).end(request.method === 'HEAD' ? undefined : asset.body);
  };

  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${own()}/?key=${session.key}`,
    async close() {
      await desk.live.stop();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function api(desk: Desk, request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
  const [, , room = '', id = '', ...rest] = url.pathname.split('/');
  const path = ['/api', room, ...(id === '' || id === 'retry' ? [id] : [':id']), ...rest].filter(Boolean).join('/');
  const route = routes[`${request.method} ${path}`];
  if (!route) return send(response, 404, { message: 'There is nothing here' });
  const answered = await route(desk, { request, response, query: url.searchParams, id });
  if (request.method === 'POST') await desk.live.look();
  if (answered === null) return;
  send(response, answered === undefined ? 404 : 200, answered ?? { message: 'This one is not there any more' });
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(value));
}

/** What the organizer may know of a failure, in her words; what is our own fault is printed where the command runs. */
function fail(response: ServerResponse, error: unknown): void {
  const [status] = [[400, BadRequest] as const, [409, NotAllowed] as const, [503, StoreUnavailable] as const].find(
    ([, kind]) => error instanceof kind,
  ) ?? [500];
  if (status === 500 && !response.destroyed) console.error(error);
  if (response.headersSent) return void response.destroy();
  send(response, status, {
    message: status === 500 ? 'That went wrong; the window where the desk runs says why' : (error as Error).message,
  });
}
