import type { FastifyInstance, FastifyReply } from 'fastify';
import { opensUnknownPage, messagePage } from '../message-page.ts';
import { assertSameOrigin, deskHeaders, RequestRefused } from '../security.ts';
import type { LoopbackKeys } from './keys.ts';

/** For a browser without the desk's cookie, which may load no other file. */
const closedPage = messagePage(
  'The desk is closed here',
  '<p>Each address that the command prints opens the desk once, in one browser. This address was used before, or its key is missing or mistyped.</p><p>Run <code>bin/organizer desk</code> again, and open the address that it prints.</p><p>Is the desk already open in this browser? <a href="/">Go to the desk</a></p>',
);

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the route's address is a secret of this desk: frames and pictures cannot send a header. */
    isSecretAddress?: boolean;
  }
}

/**
 * Checks every request before its route, even if it has none: headers, origin, then the keys. Everything needs the cookie, and
 * everything with data the page's token as well; the desk's own files have no data.
 */
export function addLoopbackAccess(app: FastifyInstance, keys: LoopbackKeys, portOf: () => number): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(deskHeaders);
    const { host } = request.headers;
    const port = portOf();
    // A page of another origin can resolve its own name to 127.0.0.1 (DNS rebinding); its requests still carry that name as Host.
    if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`)
      throw new RequestRefused(403, `The desk is available at http://127.0.0.1:${port} only`);
    assertSameOrigin(request, `http://${host}`);
    const { key } = request.query as { key?: unknown };
    if (request.method === 'GET' && request.routeOptions.url === '/' && key !== undefined) {
      const session = typeof key === 'string' ? keys.exchange(key) : undefined;
      if (!session) return sendClosedPage(reply);
      return reply.header('set-cookie', session.cookie).redirect(`/#page-token=${session.pageToken}`, 303);
    }
    if (!keys.holdsCookie(request.headers.cookie)) return sendClosedPage(reply);
    const { file, isSecretAddress } = request.routeOptions.config;
    const isOwnPage = file || isSecretAddress || opensUnknownPage(request) || keys.holdsPageToken(request.headers.authorization);
    return isOwnPage ? undefined : sendClosedPage(reply);
  });
}

const sendClosedPage = (reply: FastifyReply) => reply.code(403).headers(closedPage.headers).send(closedPage.body);
