import { randomBytes, timingSafeEqual } from 'node:crypto';
import { cookieIn } from '../security.ts';

export type LoopbackKeys = ReturnType<typeof createLoopbackKeys>;

const randomKey = () => randomBytes(32).toString('base64url');

/**
 * Returns the keys of one desk, which are for one browser and in memory only. Ports share their cookies (RFC 6265bis, 8.5), so a cookie
 * alone does not distinguish the desk's page from another program on this machine. The page gets a second token in its address's fragment,
 * and keeps it where only its own origin can read it, port included.
 */
export function createLoopbackKeys(portOf: () => number) {
  const oneTimeKey = randomKey();
  const cookieToken = randomKey();
  const pageToken = randomKey();
  const previewKey = randomKey();
  let isUsed = false;
  const cookieName = () => `desk-${portOf()}`;
  return {
    /** The key in the address that opens the desk. It is valid once. */
    oneTimeKey,
    /** Part of the address of every preview: a page in a frame and its pictures cannot send the page's token. */
    previewKey,
    /** Exchanges the one-time key for the cookie and the page's token. Returns undefined for another key, or if the key was used before. */
    exchange(key: string): { cookie: string; pageToken: string } | undefined {
      if (isUsed || !isEqual(key, oneTimeKey)) return undefined;
      isUsed = true;
      return { cookie: `${cookieName()}=${cookieToken}; HttpOnly; SameSite=Strict; Path=/`, pageToken };
    },
    /** Returns whether a Cookie header contains the cookie's token. */
    holdsCookie(header = ''): boolean {
      const token = cookieIn(header, cookieName());
      return isUsed && token !== undefined && isEqual(token, cookieToken);
    },
    /** Returns whether an Authorization header contains the page's token as a bearer token (RFC 6750, 2.1). */
    holdsPageToken: (header = ''): boolean => isUsed && isEqual(header, `Bearer ${pageToken}`),
  };
}

/** Takes the same time for every text of the right length. */
function isEqual(text: string, expected: string): boolean {
  const a = Buffer.from(text);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
