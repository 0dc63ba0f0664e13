import type { Content } from '../content/content.ts';
import { loadContent } from '../content/load.ts';

let loaded: Content | undefined;

/** Returns what the pages say. A build reads it once for all pages; the development server each time, because an editor changes it. */
export const pageContent = (): Content => (import.meta.env.DEV ? loadContent() : (loaded ??= loadContent()));
