import { sessionLifetimeMs } from '../../../organizers/rules.ts';
import { cookieIn } from '../security.ts';

/** A browser accepts a `__Host-` cookie from this very host only, so no other subdomain can plant one (RFC 6265bis, 4.1.3.2). */
const name = '__Host-desk';
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict';

export const sessionCookie = (token: string): string => `${name}=${token}; ${attributes}; Max-Age=${sessionLifetimeMs / 1000}`;

export const endedCookie = `${name}=; ${attributes}; Max-Age=0`;

/** Returns the token in a Cookie header. */
export const readSessionCookie = (header = ''): string | undefined => cookieIn(header, name) || undefined;
