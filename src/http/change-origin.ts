/** Changes pages that were built for one origin into pages of another: one build serves at any SITE_URL. */
export interface OriginChange {
  /** The origin for which the pages were built. */
  builtFor: string;
  /** Returns a text with the site's own origin in its absolute addresses. */
  text: (built: string) => string;
  /** Returns a page's content security policy with what depends on the scheme. */
  policy: (built: string) => string;
}

const upgrade = 'upgrade-insecure-requests';

/** `builtFor` and `siteUrl` are origins (RFC 6454, 6.2). Scripts and styles hold none, so the hashes in a policy stay right. */
export function changeOrigin(builtFor: string, siteUrl: string): OriginChange {
  if (builtFor === siteUrl) return { builtFor, text: (built) => built, policy: (built) => built };
  // Not another host or port that only begins like it.
  const origin = new RegExp(`${RegExp.escape(builtFor)}(?![\\w-]|\\.\\w|:\\d)`, 'gu');
  // A printed page shows its address without the scheme, as a text of its own.
  const printed = new RegExp(`(?<=>)${RegExp.escape(new URL(builtFor).host)}(?=[/<])`, 'gu');
  const { host } = new URL(siteUrl);
  const wantsUpgrade = siteUrl.startsWith('https://');
  return {
    builtFor,
    text: (built) => built.replaceAll(origin, () => siteUrl).replaceAll(printed, () => host),
    policy: (built) => {
      const directives = built.split(/\s*;\s*/u).filter((directive) => directive !== '' && directive !== upgrade);
      return [...directives, ...(wantsUpgrade ? [upgrade] : [])].join('; ');
    },
  };
}
