/** Where a site on all interfaces has no SITE_URL, it calls itself by one of the last two. */
const loopback = new Set(['localhost', '127.0.0.1', '[::1]', '0.0.0.0', '[::]']);

/**
 * Whether a post comes from this site. None at all, as curl sends it, is accepted: there is no session to ride on.
 * On a developer's machine the loopback names stand for one another.
 */
export function isOwnOrigin(origin: string | undefined, siteUrl: string): boolean {
  if (origin === undefined || origin === siteUrl) return true;
  if (!URL.canParse(origin)) return false;
  const [from, own] = [new URL(origin), new URL(siteUrl)];
  return (
    from.origin === origin &&
    loopback.has(from.hostname) &&
    loopback.has(own.hostname) &&
    from.port === own.port &&
    from.protocol === own.protocol
  );
}
