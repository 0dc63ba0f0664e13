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

/** Responses contain personal data: they are not cached, framed, or read by another origin. */
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

export interface Refusal {
  status: number;
  message: string;
}

/**
 * Returns why a request that another page could have caused is refused. Requests that change something must come from the desk's own page
 * and be JSON or a picture, which no form of another page can send.
 */
export function crossOriginRefusal({ method, headers }: FastifyRequest, ownOrigin: string): Refusal | undefined {
  const sameOriginOnly = { status: 403, message: 'The desk accepts requests from its own page only' };
  const reads = method === 'GET' || method === 'HEAD';
  const site = headers['sec-fetch-site'];
  const navigates = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !(navigates && method === 'GET')) return sameOriginOnly;
  if (reads) return undefined;
  if (headers.origin !== ownOrigin) return sameOriginOnly;
  if (!/^(?:application\/json(?:$|;)|image\/)/iu.test(headers['content-type'] ?? ''))
    return { status: 415, message: 'The request body must be application/json or a picture' };
  return undefined;
}
