import type { Place } from '../../../editing/place.ts';

/** The place whose field is open. `isFar`: it was chosen far from the field, which is to be scrolled to and focused. */
export type ChosenPlace = Place & { isFar?: boolean };

/** Returns the place that `placeKey` wrote as text, for example in an attribute `data-at`. */
export function parsePlace(at: string): Place {
  const [file = '', pointer = ''] = at.split('#');
  return { file, pointer };
}

export const valuePath = ({ file, pointer }: Place): string => `/api/pages/value?${new URLSearchParams({ file, pointer })}`;

/** A list, the position of one of its items, and what follows that position in a pointer. */
export interface ListPlace extends Place {
  index: number;
  rest: string;
}

/** Returns the list that holds a place; undefined if no list does. */
export function listOf({ file, pointer }: Place): ListPlace | undefined {
  const [, list, index, rest = ''] = /^(.*)\/(\d+)(\/.*)?$/u.exec(pointer) ?? [];
  return list === undefined ? undefined : { file, pointer: list, index: Number(index), rest };
}

/** Returns the same place in another item of a list. */
export const itemOf = ({ file, pointer, rest }: ListPlace, index: number): Place => ({ file, pointer: `${pointer}/${index}${rest}` });

/** Returns a value as text: one line for each item of a list. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(valueText).join('\n');
  if (typeof value === 'object') return Object.values(value).map(valueText).filter(Boolean).join(', ');
  return String(value);
}
