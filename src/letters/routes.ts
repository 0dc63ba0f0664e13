import type { FastifyInstance } from 'fastify';
import type { Pages } from '../http/pages.ts';
import { unknownLink } from '../http/private-page.ts';
import { readSignedId } from '../link-tokens.ts';
import { paths } from '../paths.ts';
import type { Letters } from './repository.ts';

interface LetterRouteParts {
  secret: string;
  letters: Pick<Letters, 'optOut'>;
  pages: Pages;
  now: () => Date;
}

/**
 * The page where a founder unsubscribes from letters, with one button. Opening it changes nothing, because mail scanners open every link.
 */
export function letterRoutes(app: FastifyInstance, { secret, letters, pages, now }: LetterRouteParts): void {
  const page = paths.unsubscribe('letters');

  /** Returns the id of an address, which works after the person was erased as well. Throws HttpError 404 for a token that is not ours. */
  function addressBehind(token: string): string {
    const addressId = readSignedId(secret, 'letters', token);
    if (addressId === undefined) throw unknownLink();
    return addressId;
  }
  app.get<{ Params: typeof paths.stopLetters.params }>(paths.stopLetters.route, ({ params }, reply) => {
    addressBehind(params.token);
    return pages.sendRendered(reply, page, { unsubscribe: { from: 'letters', state: 'asks' } });
  });
  // A mail program posts here on its own, from any origin and without opening a page first (RFC 8058, 3.1): the token authorizes the
  // request.
  app.post<{ Params: typeof paths.stopLetters.params }>(paths.stopLetters.route, async ({ params }, reply) => {
    await letters.optOut(addressBehind(params.token), now());
    // A mail program that gets an error reports it, or posts again, although the request was stored.
    const fallbackLine = 'No more letters';
    return pages.sendRendered(reply, page, { unsubscribe: { from: 'letters', state: 'done' } }, { fallbackLine });
  });
}
