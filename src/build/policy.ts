/**
 * The directives of the content security policy that all pages share. Astro adds scripts and styles, and each document adds
 * `frame-ancestors`. `providerHost` is the host that forms are posted to, if it is not this site.
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
    // No text becomes script (W3C Trusted Types). The one policy of the site loads the worker of the proof
    // (src/forms/components/useProof.ts).
    "require-trusted-types-for 'script'",
    'trusted-types proof-worker',
    `form-action 'self'${provider}`,
    `frame-src 'self'${provider}`,
    ...(siteUrl.startsWith('https://') ? ['upgrade-insecure-requests' as const] : []),
  ] as const;
}
