/**
 * The directives of the content security policy that every page shares; Astro adds the scripts and styles, and each document
 * says who may frame it. `providerHost` is where forms go, when that is not here.
 */
export function sharedDirectives(siteUrl: string, providerHost: string) {
  const provider = providerHost && ` https://${providerHost}`;
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    `form-action 'self'${provider}`,
    `frame-src 'self'${provider}`,
    ...(siteUrl.startsWith('https://') ? ['upgrade-insecure-requests' as const] : []),
  ] as const;
}
