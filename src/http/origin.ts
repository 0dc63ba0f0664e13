import type { FastifyRequest } from 'fastify';
import { HttpError } from './http-error.ts';

/** The loopback names. Without SITE_URL, a site on all interfaces uses one of the last two as its own origin. */
const loopback = new Set(['localhost', '127.0.0.1', '[::1]', '0.0.0.0', '[::]']);

/**
 * Returns true if a post comes from this site. A post without Origin, as curl sends it, is accepted, since there is no session that another
 * page could use. On a developer's machine the loopback names are equivalent.
 */
export function isOwnOrigin(origin: string | undefined, siteUrl: string): boolean {
  if (origin === undefined || origin === siteUrl) return true;
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  const own = new URL(siteUrl);
  return (
    from.origin === origin &&
    loopback.has(from.hostname) &&
    loopback.has(own.hostname) &&
    from.port === own.port &&
    from.protocol === own.protocol
  );
}

/** Throws HttpError 403 if a post to a page whose address contains a token comes from another site. */
export function assertOwnOrigin({ headers }: FastifyRequest, siteUrl: string): void {
  if (!isOwnOrigin(headers.origin, siteUrl)) throw new HttpError(403);
}
