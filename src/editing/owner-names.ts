import { ContentError } from '../content/content-error.ts';
import type { Content } from '../content/content.ts';
import { workshopName } from '../content/format.ts';
import type { Draft } from './draft-store.ts';
import { currentValue } from './edits.ts';
import { ownerOf, type OwnerNames } from './place.ts';

/** Returns the names of the retreats and workshops of a content. */
export const namesIn = ({ retreats, workshops }: Pick<Content, 'retreats' | 'workshops'>): OwnerNames =>
  Object.fromEntries([
    ...retreats.map(({ slug, facts }) => [`retreats/${slug}`, facts.season]),
    ...workshops.map((workshop) => [`speaker-series/${workshop.slug}`, workshopName(workshop)]),
  ]);

/** Returns the names of the retreats and workshops of a draft: without a date for those whose dates are empty or cannot be read. */
export function namesInDraft({ texts, content }: Pick<Draft, 'texts' | 'content'>): OwnerNames {
  const names: Record<string, string> = { ...namesIfLoaded(content) };
  for (const file of texts.keys()) {
    const owner = ownerOf(file);
    const pointer = pointerOfName(file);
    if (!pointer || names[owner]) continue;
    const name = currentValue(texts, { file, pointer });
    if (typeof name === 'string' && name.trim() !== '') names[owner] = name;
  }
  return names;
}

/** Returns the names as `namesIn` does; none if the content cannot be loaded. */
export const namesIfLoaded = (content: Draft['content']): OwnerNames => namesIn(contentIfValid(content) ?? { retreats: [], workshops: [] });

/** Returns the content of a draft; undefined if it has problems. */
export function contentIfValid(content: Draft['content']): Content | undefined {
  try {
    return content();
  } catch (error) {
    if (error instanceof ContentError) return undefined;
    throw error;
  }
}

/** Returns where a file has the name of its retreat or workshop; undefined if it is in another file, or nowhere. */
function pointerOfName(file: string): string | undefined {
  if (file.startsWith('speaker-series/')) return '/title';
  return /^retreats\/[^/]+\/facts\.yaml$/u.test(file) ? '/season' : undefined;
}
