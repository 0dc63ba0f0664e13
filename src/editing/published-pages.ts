import type { Content } from '../content/content.ts';
import { retreatName, workshopName } from '../content/format.ts';
import { paths } from '../paths.ts';
import type { Change } from './changes.ts';
import { ownerOf } from './place.ts';

/** A page of the site that shows something that was published. */
export interface PublishedPage {
  name: string;
  /** Its address below the site's. */
  path: string;
}

/** Returns the pages that show the values that these changes concern, in the content after them. Emails and founders' own pages have no address. */
export function publishedPages(changes: Change[], { retreats, workshops }: Content): PublishedPage[] {
  const owners = new Set(changes.map(({ file }) => ownerOf(file)));
  const concerns = (wanted: string, pointer = '') => changes.some((change) => change.file === wanted && change.pointer.startsWith(pointer));
  return [
    ...retreats
      .filter(({ slug }) => owners.has(`retreats/${slug}`))
      .map(({ slug, facts }) => ({ name: retreatName(facts), path: paths.retreat(slug) })),
    ...workshops
      .filter(({ slug }) => owners.has(`speaker-series/${slug}`))
      .map((workshop) => ({ name: workshopName(workshop), path: paths.workshop(workshop.slug) })),
    ...(concerns('site.yaml') ? [{ name: 'The front page', path: paths.home }] : []),
    ...(concerns('speaker-series.yaml') ? [{ name: 'The page of the workshops', path: paths.speakerSeries }] : []),
    ...(concerns('words.yaml', '/privacy') ? [{ name: 'Privacy', path: paths.privacy }] : []),
  ];
}
