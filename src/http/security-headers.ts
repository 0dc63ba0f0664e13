/**
 * The headers of every response, errors included. Helmet would compute similar ones for each request; these are computed once.
 * `strict-origin-when-cross-origin`, since `no-referrer` makes browsers post with `Origin: null` (Fetch Standard, 3.2).
 */
export function securityHeaders(siteUrl: string, providerHost: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // A provider's frame sends no Cross-Origin-Resource-Policy, so COEP would block it.
    ...(providerHost === '' && { 'cross-origin-embedder-policy': 'require-corp' }),
    'permissions-policy':
      'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
    ...(siteUrl.startsWith('https://') && { 'strict-transport-security': 'max-age=63072000' }),
  };
}

/** The policy of a response that is not a page: it allows nothing. */
export const emptyPolicy = "default-src 'none'; frame-ancestors 'none'";
