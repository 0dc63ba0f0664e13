import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { crossOriginRefusal, deskHeaders } from '../security.ts';
import type { Refusal } from '../security.ts';
import type { LoopbackKeys } from './keys.ts';

const style =
  'body{margin:12vh auto;padding:0 1.5rem;max-width:34rem;font:1.1rem/1.6 system-ui,sans-serif;color:#2a1b2b;background:#fbf6ee}' +
  'h1{font:440 2rem/1.1 Georgia,serif;color:#5b2a4e}a{color:#5b2a4e}' +
  '@media(prefers-color-scheme:dark){body{color:#efe6da;background:#1f1521}h1,a{color:#f0d3a6}}';
const styleHash = createHash('sha256').update(style).digest('base64');

/** For a browser without the desk's cookie, which may load no other file. */
const closedPage = {
  body: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>The desk is closed here</title><style>${style}</style><main><h1>The desk is closed here</h1><p>Each address that the command prints opens the desk once, in one browser. This address was used before, or its key is missing or mistyped.</p><p>Run <code>bin/organizer desk</code> again, and open the address that it prints.</p><p>Is the desk already open in this browser? <a href="/">Go to the desk</a></p></main></html>`,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  },
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the route's address is a secret of this desk: frames and pictures cannot send a header. */
    isSecretAddress?: boolean;
  }
}

/**
 * Checks every request before its route, also where there is no route: headers, origin, then the keys. Everything needs the cookie.
 * Whatever contains data needs the page's token as well; the desk's own files contain none.
 */
export function addLoopbackAccess(app: FastifyInstance, keys: LoopbackKeys, portOf: () => number): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(deskHeaders);
    const refusal = refusalOf(request, portOf());
    if (refusal) return reply.code(refusal.status).send({ message: refusal.message });
    const { key } = request.query as { key?: unknown };
    const opens = request.method === 'GET' && request.routeOptions.url === '/' && key !== undefined;
    const opened = opens && typeof key === 'string' ? keys.exchange(key) : undefined;
    if (opened) return reply.header('set-cookie', opened.cookie).redirect(`/#page-token=${opened.pageToken}`, 303);
    if (opens || !keys.holdsCookie(request.headers.cookie)) return sendClosedPage(reply);
    const { file, isSecretAddress } = request.routeOptions.config;
    const isOwnPage = file || isSecretAddress || keys.holdsPageToken(request.headers.authorization);
    return isOwnPage ? undefined : sendClosedPage(reply);
  });
}

const sendClosedPage = (reply: FastifyReply) => reply.code(403).headers(closedPage.headers).send(closedPage.body);

/**
 * A page of another origin can resolve its own name to 127.0.0.1 (DNS rebinding); its requests still carry that name as Host.
 */
function refusalOf(request: FastifyRequest, port: number): Refusal | undefined {
  const { host } = request.headers;
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`)
    return { status: 403, message: `The desk is available at http://127.0.0.1:${port} only` };
  return crossOriginRefusal(request, `http://${host}`);
}
