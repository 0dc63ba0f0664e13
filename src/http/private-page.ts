import { paths } from '../paths.ts';
import { HttpError } from './http-error.ts';

/**
 * The headers of every response of a founder's own page, refusals included: links and pictures get no Referer with its token, while its own
 * form still sends its origin (Referrer Policy, 3.5).
 */
export const privatePage = { 'referrer-policy': 'strict-origin', 'x-robots-tag': 'noindex' };

/** Returns whether an address is a founder's own: it contains a token, in its path or as `with` in its query, or replaces one. */
export const isPrivate = (pattern: string, query: object): boolean =>
  pattern.includes('/:token') || pattern === paths.lostLink || 'with' in query;

/** Returns an error with status 404 for a link whose token is not ours. Its page says how to open the whole link of the email. */
export const unknownLink = () => new HttpError(404, { page: 'problems/unknown-link.html' });
