import type { Content } from '../content/content.ts';
import type { RetreatContent } from '../content/schemas/retreat.ts';
import type { WorkshopContent } from '../content/schemas/workshop.ts';
import { Refused } from '../refused.ts';
import { visible } from './output.ts';

/**
 * Returns the retreat with this slug. Throws Refused, or the error that is passed, if the content has no such retreat, or one without all
 * of its dates.
 */
export const requireRetreat = ({ retreats, undated }: Content, slug: string, Failure = Refused): RetreatContent =>
  requireItem(slug, { what: 'retreat', items: retreats, undated, path: `content/retreats/${slug}`, Failure });

/**
 * Returns the workshop with this slug. Throws Refused, or the error that is passed, if the content has no such workshop, or one without its
 * date.
 */
export const requireWorkshop = ({ workshops, undated }: Content, slug: string, Failure = Refused): WorkshopContent =>
  requireItem(slug, { what: 'workshop', items: workshops, undated, path: `content/speaker-series/${slug}.yaml`, Failure });

interface Lookup<Item> {
  what: 'retreat' | 'workshop';
  items: Item[];
  undated: Content['undated'];
  /** Where the item would be. */
  path: string;
  Failure: typeof Refused;
}

function requireItem<Item extends { slug: string }>(slug: string, { what, items, undated, path, Failure }: Lookup<Item>): Item {
  const found = items.find((item) => item.slug === slug);
  if (found) return found;
  if (undated.some((item) => item.path === path))
    throw new Failure(`${slug} still has empty dates; fill in what "npm run check:content" lists`);
  // A script has an empty name from a variable that is not set.
  const problem = slug === '' ? `The name of the ${what} is empty` : `There is no ${what} ${visible(slug)}`;
  throw new Failure(`${problem}; choose one of ${items.map((item) => item.slug).join(', ')}`);
}
