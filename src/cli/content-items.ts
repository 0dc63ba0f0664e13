import type { Content } from '../content/content.ts';
import type { RetreatContent } from '../content/schemas/retreat.ts';
import type { WorkshopContent } from '../content/schemas/workshop.ts';
import { Refused } from './cli.ts';
import { visible } from './output.ts';

/** Returns the retreat with this slug. Throws Refused if the content has no such retreat, or one without all of its dates. */
export const retreatCalled = ({ retreats, undated }: Content, slug: string): RetreatContent =>
  itemCalled(slug, { what: 'retreat', items: retreats, undated, path: `content/retreats/${slug}` });

/** Returns the workshop with this slug. Throws Refused if the content has no such workshop, or one without its date. */
export const workshopCalled = ({ workshops, undated }: Content, slug: string): WorkshopContent =>
  itemCalled(slug, { what: 'workshop', items: workshops, undated, path: `content/speaker-series/${slug}.yaml` });

interface Series<Item> {
  what: string;
  items: Item[];
  undated: Content['undated'];
  /** Where the item would be. */
  path: string;
}

function itemCalled<Item extends { slug: string }>(slug: string, { what, items, undated, path }: Series<Item>): Item {
  const found = items.find((item) => item.slug === slug);
  if (found) return found;
  if (undated.some((item) => item.path === path))
    throw new Refused(`${slug} still has empty dates; fill in what "npm run check:content" lists`);
  throw new Refused(`There is no ${what} ${visible(slug)}; choose one of ${items.map((item) => item.slug).join(', ')}`);
}
