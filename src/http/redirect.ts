import type { FastifyReply } from 'fastify';

/**
 * Redirects to another page of the site with 307 (Temporary Redirect). The query is kept: a link of a campaign is counted, and sent
 * with a form, on the page that the visitor sees.
 */
export function redirectTemporarily(reply: FastifyReply, path: string): FastifyReply {
  const { url } = reply.request;
  const query = url.indexOf('?');
  return reply.redirect(query === -1 ? path : path + url.slice(query), 307);
}
