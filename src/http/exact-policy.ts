import { hash } from 'node:crypto';

/**
 * Returns Astro's policy with the hashes of the page's own inline scripts and styles, instead of those of the whole site.
 * Throws if the page contains an inline script or style that Astro's policy does not allow.
 */
export function exactPolicy(policy: string, page: string): string {
  const own = new Set([...inlineHashes(page, 'script'), ...inlineHashes(page, 'style')]);
  const blocked = [...own].find((source) => !policy.includes(source));
  if (blocked) throw new Error(`a page contains an inline script or style that its policy blocks: ${blocked}`);
  return policy
    .replaceAll(/ '(sha256-[^']+)'/gu, (kept, source: string) => (own.has(source) ? kept : ''))
    .replaceAll(/\s*;\s*/gu, '; ')
    .trim();
}

/**
 * Returns the hashes of the inline elements of one name in a page or an SVG, as CSP 3 writes them. Data blocks such as JSON-LD are
 * not executed and need none.
 */
export function inlineHashes(page: string, element: 'script' | 'style'): string[] {
  const found = page.matchAll(new RegExp(`<${element}([^>]*)>([\\s\\S]*?)</${element}>`, 'gu'));
  return [...found]
    .filter(([, attributes = '']) => !/\ssrc=|application\/ld\+json/u.test(attributes))
    .map(([, , text = '']) => cspHash(text));
}

/** The source expression for an inline script or style, without its quotes (CSP 3, 2.3.1). */
export const cspHash = (text: string) => `sha256-${hash('sha256', text, 'base64')}` as const;
