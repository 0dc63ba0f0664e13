import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Organizers } from '../../../organizers/repository.ts';
import { sessionEnded, sessionEndedEvent, unattendedHeader } from '../../session-protocol.ts';
import { opensUnknownPage } from '../message-page.ts';
import { assertSameOrigin, deskHeaders, isReading, RequestRefused } from '../security.ts';
import { readSessionCookie } from './cookie.ts';

interface AccessParts {
  organizers: Organizers;
  /** The origin at which browsers reach the desk. */
  origin: string;
  log: Logger;
  now: () => Date;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Who may use the route. Without it, a reader may read, and only an organizer may do anything else: a new route is closed until it says
     * otherwise. `organizer` is for reading what a reader may not see.
     */
    access?: 'anyone' | 'reader' | 'organizer';
  }
}

/** How often the followers of the desk's events are checked: a revoked session receives nothing after that time. */
const streamCheckMs = 1000;

/** Checks every request before its route, also where there is no route: headers, origin, then session and role. */
export function addRemoteAccess(app: FastifyInstance, { organizers, origin, log, now }: AccessParts): void {
  const { host, protocol } = new URL(origin);
  const headers = { ...deskHeaders, ...(protocol === 'https:' && { 'strict-transport-security': 'max-age=31536000' }) };
  const streams = createStreams(organizers, now);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    if (request.headers.host !== host) throw new RequestRefused(403, 'The desk is not available at this address');
    assertSameOrigin(request, origin);
    const { access, file } = request.routeOptions.config;
    // The desk's files are the same for everybody and hold no data; its first page is useless without a session.
    if (access === 'anyone' || (file && file !== '/index.html')) return undefined;
    const token = readSessionCookie(request.headers.cookie);
    const isUse = !isReading(request.method) || request.headers[unattendedHeader] === undefined;
    const session = token === undefined ? undefined : await organizers.findSession(token, now(), { isUse });
    if (!session) {
      if (file || opensUnknownPage(request)) return reply.redirect('/sign-in', 303);
      throw new RequestRefused(401, sessionEnded);
    }
    request.organizer = { ...session.organizer, sessionId: session.id };
    assertAllowed(request);
    if (request.routeOptions.url === '/api/events') streams.add(reply.raw, session.id);
    return undefined;
  });
  app.addHook('onResponse', async ({ method, organizer, routeOptions, params }, { statusCode }) => {
    if (!organizer || isReading(method)) return;
    log.info(
      { organizer: organizer.name, session: organizer.sessionId, method, route: routeOptions.url, params, status: statusCode },
      'desk',
    );
  });
  app.addHook('preClose', async () => streams.stop());
}

/** Throws RequestRefused if the organizer's role does not allow the request. */
function assertAllowed({ method, organizer, routeOptions }: FastifyRequest): void {
  const { access } = routeOptions.config;
  if (organizer?.role === 'organizer') return;
  if (access === 'organizer') throw new RequestRefused(403, 'Only organizers see this. Ask one of them.');
  if (!isReading(method) && access !== 'reader')
    throw new RequestRefused(403, 'You can see everything here and change nothing. Ask an organizer to do this, or to change your role.');
}

/** Ends the event streams of sessions that were revoked or have expired, also where another process revoked them. */
function createStreams(organizers: Organizers, now: () => Date) {
  const open = new Map<ServerResponse, string>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const check = async () => {
    // While the database is unavailable nothing is read from it either.
    const live = await organizers.listLiveSessions([...new Set(open.values())], now()).catch(() => undefined);
    for (const [stream, id] of open) if (live && !live.has(id)) stream.end(`event: ${sessionEndedEvent}\ndata: ${sessionEnded}\n\n`);
    timer = open.size > 0 && !isStopped ? setTimeout(() => void check(), streamCheckMs) : undefined;
  };
  return {
    /** Adds a stream, unless its page disconnected or the desk was closed while the session was looked up: nothing would remove it. */
    add(stream: ServerResponse, sessionId: string) {
      if (isStopped || stream.closed) return;
      open.set(stream, sessionId);
      stream.once('close', () => open.delete(stream));
      timer ??= setTimeout(() => void check(), streamCheckMs);
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      for (const stream of open.keys()) stream.end();
    },
  };
}
