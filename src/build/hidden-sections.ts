import type { Plugin } from 'vite';
import type { RetreatContent } from '../content/schemas/retreat.ts';

const nothing = '\0hidden-section';

/**
 * A Vite plugin: a section that the organizer hides is not part of the retreat page. Astro inlines the style sheet of every component that a page
 * imports, shown or not, and all of it stands before the first picture. Other pages have the section as it is.
 */
export function hiddenSections({ ticket, nextSteps }: Pick<RetreatContent, 'ticket' | 'nextSteps'>): Plugin {
  const sections = { '../retreats/components/Ticket.tsx': ticket.visible, '../retreats/components/NextSteps.tsx': nextSteps.visible };
  return {
    name: 'hidden-sections',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      /\/pages\/index\.astro/u.test(importer ?? '') && sections[source as keyof typeof sections] === false ? nothing : null,
    load: (id) => (id === nothing ? 'export const Ticket = () => null; export const NextSteps = () => null;' : null),
  };
}
