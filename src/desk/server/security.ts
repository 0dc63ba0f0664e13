import type { FastifyRequest } from 'fastify';

/** The page may load its own files and connect to its own server, and show a picture that an organizer is about to upload (blob:). */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // No text becomes HTML or script (W3C Trusted Types).
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Responses contain personal data: they are not cached, framed, or read by another origin. Only the built files may be cached (assets.ts). */
export const deskHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Returns the value of a cookie in a Cookie header; undefined if the header does not contain it. */
export function cookieIn(header: string, name: string): string | undefined {
  const cookie = header.split(/;\s*/u).find((pair) => pair.startsWith(`${name}=`));
  return cookie?.slice(name.length + 1);
}

/** A request that is refused before its route. The message is for the person who made it. */
export class RequestRefused extends Error {
  override name = 'RequestRefused';
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

export const isReading = (method: string) => method === 'GET' || method === 'HEAD';

/**
 * Throws RequestRefused for a request that another page could have caused. Requests that change something must come from the desk's own
 * page and be JSON or a picture, which no form of another page can send.
 */
export function assertSameOrigin({ method, headers }: FastifyRequest, ownOrigin: string): void {
  const isChange = !isReading(method);
  const isFromAnotherSite = !['same-origin', 'none', undefined].includes(headers['sec-fetch-site']);
  const opensPage = method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  if ((isFromAnotherSite && !opensPage) || (isChange && headers.origin !== ownOrigin))
    throw new RequestRefused(403, 'The desk accepts requests from its own page only');
  if (isChange && !/^(?:application\/json(?:$|;)|image\/)/iu.test(headers['content-type'] ?? ''))
    throw new RequestRefused(415, 'The request body must be application/json or a picture');
}
