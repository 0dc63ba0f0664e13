import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface Session {
  /** The key of the address: good for one visit. */
  key: string;
  /** Takes the key, and answers the cookie that stands for it from then on; undefined where it is another key, or was taken before. */
  exchange: (key: string) => string | undefined;
  /** Whether a request comes from the browser that took the key. */
  holds: (request: IncomingMessage) => boolean;
}

/** One key, one browser, in memory alone. Ports share their cookies (RFC 6265, 8.5), so the name tells the desks of one machine apart. */
export function createSession(portOf: () => number): Session {
  const key = randomBytes(32).toString('base64url');
  const token = randomBytes(32).toString('base64url');
  let taken = false;
  const name = () => `desk-${portOf()}`;
  return {
    key,
    exchange(given) {
      if (taken || !same(given, key)) return undefined;
      taken = true;
      return `${name()}=${token}; HttpOnly; SameSite=Strict; Path=/`;
    },
    holds(request) {
      const cookies = (request.headers.cookie ?? '').split(/;\s*/u);
      const own = cookies.find((cookie) => cookie.startsWith(`${name()}=`));
      return taken && own !== undefined && same(own.slice(name().length + 1), token);
    },
  };
}

/** Takes as long for every text of the right length. */
function same(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
