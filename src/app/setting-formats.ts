/** The checks of the settings that have a format, and how a host is written in a URL. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { serverUrls } from '../database/postgres/server-urls.ts';

/** Returns a host as written in a URL: IPv6 in brackets (RFC 3986, 3.2.2). */
export function hostInUrl(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}

/** Returns whether a text is a host name or an IP address alone. */
export function isHost(text: string): boolean {
  return (isIP(text) > 0 || /^[a-z0-9.-]+$/iu.test(text)) && URL.canParse(`http://${hostInUrl(text)}`);
}

/** Returns whether a text is an origin: http:// or https:// and a host, without a path, a user name or a password. */
export function isOrigin(text: string): boolean {
  if (!/^https?:\/\/[^/]/iu.test(text) || !URL.canParse(text)) return false;
  const { hostname, pathname, search, hash, username, password } = new URL(text);
  return isHost(hostname.replaceAll(/^\[|\]$/gu, '')) && pathname === '/' && !search && !hash && !username && !password;
}

/**
 * Returns whether a text is an origin for the desk. Passkeys belong to a host name, never to an IP address, and need TLS, except on this
 * machine (WebAuthn Level 3, 5.1.3).
 */
export function isDeskOrigin(text: string): boolean {
  if (!isOrigin(text)) return false;
  const { protocol, hostname } = new URL(text);
  return hostname === 'localhost' || (protocol === 'https:' && isIP(hostname.replaceAll(/^\[|\]$/gu, '')) === 0);
}

/** Returns whether a text is the address of one or more PostgreSQL servers and a database. */
export function isPostgresUrl(text: string): boolean {
  return /^postgres(?:ql)?:\/\/[^/]+\/[^/]+$/u.test(text) && serverUrls(text).every((url) => URL.canParse(url));
}

/**
 * Returns whether a text is an HTTP address without a user name and a password. fetch() refuses a URL with them, and its error message,
 * which the organizer reads, would repeat both.
 */
export function isHttpAddress(text: string): boolean {
  if (!/^https?:\/\/[^/]/u.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return !username && !password;
}

/** Returns whether a text is an HTTP address to which a token may be sent, because nobody on the network path can read it. */
export function isSecureAddress(text: string): boolean {
  return isHttpAddress(text) && (text.startsWith('https:') || isLoopback(new URL(text)));
}

const isLoopback = ({ hostname }: URL) => /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/u.test(hostname);

/** Returns whether a text is a list of proxies. The names are those of proxy-addr, which Fastify uses. */
export function isProxyList(text: string): boolean {
  const addressRange = /^(?:loopback|linklocal|uniquelocal)$/u;
  // A number alone is an old notation of an IPv4 address; here it is probably a number of proxies, which other programs accept.
  const isProxy = (item: string) => addressRange.test(item) || (!/^\d+$/u.test(item) && (ipaddr.isValid(item) || ipaddr.isValidCIDR(item)));
  return text === 'off' || text.split(',').every((item) => isProxy(item.trim()));
}

/** Returns whether a text is the address of a mail server. */
export function isSmtpUrl(text: string): boolean {
  return /^smtps?:\/\/[^/]/u.test(text) && URL.canParse(text);
}

/**
 * Returns whether a text names the provider's host. A host alone means https. An origin with http is only for a provider on this machine,
 * in tests and development.
 */
export function isProviderHost(text: string): boolean {
  if (!text.startsWith('http://')) return /^[a-z0-9.-]+(?::\d+)?$/iu.test(text) && URL.canParse(`https://${text}`);
  return URL.canParse(text) && isLoopback(new URL(text));
}
