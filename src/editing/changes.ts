import { isDeepStrictEqual } from 'node:util';
import type { Texts } from './content-files.ts';
import { contentAt, placeOf, type Edit } from './edits.ts';
import { withOptionNames } from './fields.ts';
import { placeKey, type PlaceWithOptionNames, type Place } from './place.ts';

/** A change as the editor reads it before publishing: the value of each place before and after, once for each place. */
export interface Change extends PlaceWithOptionNames {
  before: unknown;
  after: unknown;
}

/** Returns the changes of a draft, place by place. A value that was changed and changed back is no change. */
export function changesOf(published: Texts, texts: Texts, edits: readonly Edit[]): Change[] {
  const places = new Map(edits.map(placeOf).map((place): [string, Place] => [placeKey(place), place]));
  return [...places.values()]
    .map((place) => Object.assign(withOptionNames(place), { before: contentAt(published, place), after: contentAt(texts, place) }))
    .filter(({ before, after }) => !isDeepStrictEqual(before, after));
}
