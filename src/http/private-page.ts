import { HttpError } from './http-error.ts';

/**
 * The headers of a page whose address contains a token: links and pictures get no Referer with it, while its own form still sends its
 * origin (Referrer Policy, 3.5).
 */
export const privatePage = { 'referrer-policy': 'strict-origin', 'x-robots-tag': 'noindex' };

/** Returns an error with status 404 for a link whose token is not ours. Its page says how to open the whole link of the mail. */
export const unknownLink = () => new HttpError(404, { headers: privatePage, page: 'problems/unknown-link.html' });
