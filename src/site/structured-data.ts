import { paths } from '../paths.ts';
import type { SiteContent } from '../content/schemas/site.ts';

/** Where a page with structured data is. */
export interface PageAddress {
  origin: URL;
  /** The page's own address, absolute. */
  address: string;
}

/** Returns the organizer of an event in structured data. */
export const organizerOf = ({ name }: SiteContent, origin: URL) =>
  ({ '@type': 'Organization', name, url: new URL(paths.home, origin).href }) as const;

/** Returns the address of a picture for social cards; absolute, as Open Graph and schema.org require. */
export const cardUrl = (name: string, origin: URL): string => new URL(`/cards/${name}.png`, origin).href;
