import { hash } from 'node:crypto';

/**
 * Returns Astro's policy with the hashes of the page's own inline scripts and styles, instead of those of the whole site.
 * Throws if the page contains an inline script or style that Astro's policy does not allow.
 */
export function exactPolicy(policy: string, page: string): string {
  const own = new Set(inlineHashes(page, ['script', 'style']));
  const blocked = [...own].find((source) => !policy.includes(source));
  if (blocked) throw new Error(`a page contains an inline script or style that its policy blocks: ${blocked}`);
  return policy
    .replaceAll(/ '(sha256-[^']+)'/gu, (kept, source: string) => (own.has(source) ? kept : ''))
    .replaceAll(/\s*;\s*/gu, '; ')
    .trim();
}

/**
 * A script or style element with its attributes and its text, or another tag: an attribute may contain the text of a tag, since Astro
 * leaves its `<` as it is.
 */
const elementOrTag =
  /<(?<name>script|style)(?<attributes>(?:\s(?:[^<>"']|"[^"]*"|'[^']*')*)?)>(?<text>[\s\S]*?)<\/\k<name>>|<[a-z](?:[^<>"']|"[^"]*"|'[^']*')*>/giu;

/**
 * Returns the hashes of the inline elements of these names in a page or an SVG, as CSP 3 writes them. Data blocks such as JSON-LD are
 * not executed and need none.
 */
export function inlineHashes(page: string, elements: ('script' | 'style')[]): string[] {
  return [...page.matchAll(elementOrTag)]
    .map(({ groups = {} }) => groups)
    .filter(
      ({ name, attributes = '' }) => elements.some((element) => element === name) && !/\ssrc=|application\/ld\+json/u.test(attributes),
    )
    .map(({ text = '' }) => cspHash(text));
}

/** The source expression for an inline script or style, without its quotes (CSP 3, 2.3.1). */
export const cspHash = (text: string) => `sha256-${hash('sha256', text, 'base64')}` as const;
