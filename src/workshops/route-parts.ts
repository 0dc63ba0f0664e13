import type { Content } from '../content/content.ts';
import type { Pages } from '../http/pages.ts';
import type { Workshops, WorkshopVersion } from './repository.ts';

export interface WorkshopRouteParts {
  siteUrl: string;
  content: Content;
  secret: string;
  /** The calendar entry of each workshop, by slug. */
  versions: Map<string, WorkshopVersion>;
  workshops: Workshops;
  pages: Pages;
  now: () => Date;
}
