import { sessionLifetimeMs } from '../../../organizers/rules.ts';

/** A browser accepts a `__Host-` cookie from this very host only, so no other subdomain can plant one (RFC 6265bis, 4.1.3.2). */
const name = '__Host-desk';
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict';

export const sessionCookie = (token: string): string => `${name}=${token}; ${attributes}; Max-Age=${sessionLifetimeMs / 1000}`;

export const endedCookie = `${name}=; ${attributes}; Max-Age=0`;

/** Returns the token in a Cookie header. */
export function readSessionCookie(header = ''): string | undefined {
  const cookie = header.split(/;\s*/u).find((pair) => pair.startsWith(`${name}=`));
  return cookie?.slice(name.length + 1) || undefined;
}
