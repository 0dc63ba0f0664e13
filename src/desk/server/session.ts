import { randomBytes, timingSafeEqual } from 'node:crypto';

export type Session = ReturnType<typeof createSession>;

/** One key for one browser, in memory only. Ports share their cookies (RFC 6265, 8.5), so the cookie's name contains the port. */
export function createSession(portOf: () => number) {
  const key = randomBytes(32).toString('base64url');
  const token = randomBytes(32).toString('base64url');
  let used = false;
  const cookieName = () => `desk-${portOf()}`;
  return {
    /** The key in the address that opens the desk. It is valid once. */
    key,
    /** Exchanges the key for the session cookie. Returns undefined for another key, or if the key was used before. */
    exchange(given: string): string | undefined {
      if (used || !isEqual(given, key)) return undefined;
      used = true;
      return `${cookieName()}=${token}; HttpOnly; SameSite=Strict; Path=/`;
    },
    /** Returns whether a Cookie header contains the session. */
    holds(header = ''): boolean {
      const cookie = header.split(/;\s*/u).find((each) => each.startsWith(`${cookieName()}=`));
      return used && cookie !== undefined && isEqual(cookie.slice(cookieName().length + 1), token);
    },
  };
}

/** Takes the same time for every text of the right length. */
function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
