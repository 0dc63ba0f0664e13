import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Organizers } from '../../../organizers/repository.ts';
import { sessionEnded, unattendedHeader } from '../../session-protocol.ts';
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

/**
 * Checks every request before its route, even if it has none: headers, origin, then session and role. Session and role of a change
 * are checked once more when its body has arrived.
 */
export function addRemoteAccess(app: FastifyInstance, { organizers, origin, log, now }: AccessParts): void {
  const { host, protocol } = new URL(origin);
  const headers = { ...deskHeaders, ...(protocol === 'https:' && { 'strict-transport-security': 'max-age=31536000' }) };
  /** Reads the organizer of a request from its session. Returns false if there is none. Throws RequestRefused if the role does not allow it. */
  async function identify(request: FastifyRequest): Promise<boolean> {
    const token = readSessionCookie(request.headers.cookie);
    const isUse = !isReading(request.method) || request.headers[unattendedHeader] === undefined;
    const session = token === undefined ? undefined : await organizers.findSession(token, now(), { isUse });
    if (!session) return false;
    request.organizer = { ...session.organizer, sessionId: session.id };
    assertAllowed(request);
    return true;
  }

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    if (request.headers.host !== host) throw new RequestRefused(403, 'The desk is not available at this address');
    assertSameOrigin(request, origin);
    const { access, file } = request.routeOptions.config;
    // The desk's files are the same for everybody and hold no data; its first page is useless without a session.
    if (access === 'anyone' || (file && file !== '/index.html')) return undefined;
    if (await identify(request)) return undefined;
    if (file || opensUnknownPage(request)) return reply.redirect('/sign-in', 303);
    throw new RequestRefused(401, sessionEnded);
  });
  // The body of a change can arrive minutes after its headers, and the session can have ended meanwhile.
  app.addHook('preHandler', async (request) => {
    if (request.organizer && !isReading(request.method) && !(await identify(request))) throw new RequestRefused(401, sessionEnded);
  });
  app.addHook('onResponse', async ({ method, organizer, routeOptions, params }, { statusCode }) => {
    if (!organizer || isReading(method)) return;
    log.info(
      { organizer: organizer.name, session: organizer.sessionId, method, route: routeOptions.url, params, status: statusCode },
      'desk',
    );
  });
}

/** Throws RequestRefused if the organizer's role does not allow the request. */
function assertAllowed({ method, organizer, routeOptions }: FastifyRequest): void {
  const { access } = routeOptions.config;
  if (organizer?.role === 'organizer') return;
  if (access === 'organizer') throw new RequestRefused(403, 'Only organizers see this. Ask one of them.');
  if (!isReading(method) && access !== 'reader')
    throw new RequestRefused(403, 'You can see everything here and change nothing. Ask an organizer to do this, or to change your role.');
}
