import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Redirects to another page of the site for now (307). The query goes with it: a link of a campaign is counted, and sent with a form, on the
 * page that the visitor sees.
 */
export function redirectForNow({ url }: Pick<FastifyRequest, 'url'>, reply: FastifyReply, path: string): FastifyReply {
  const query = url.indexOf('?');
  return reply.redirect(query === -1 ? path : path + url.slice(query), 307);
}
