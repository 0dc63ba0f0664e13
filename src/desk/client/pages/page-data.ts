import type { Place } from '../../../editing/edits.ts';

/** Makes a change of the draft, and says so. Returns whether it could be made. */
export type MakeEdit = (make: () => Promise<unknown>, done: string) => Promise<boolean>;

/** Reads what `data-at` says. */
export function placeOf(at: string): Place {
  const [file = '', pointer = ''] = at.split('#');
  return { file, pointer };
}

export const atOf = ({ file, pointer }: Place): string => `${file}#${pointer}`;

export const valuePath = ({ file, pointer }: Place): string => `/api/pages/value?${new URLSearchParams({ file, pointer })}`;

/** Returns the name of a place for people: "hosts, hosts 2, name" for `retreats/spring-2026/hosts.yaml#/hosts/1/name`. */
export function labelOf({ file, pointer }: Place): string {
  const name = file
    .split('/')
    .at(-1)!
    .replace(/\.yaml$/u, '')
    .replaceAll('-', ' ');
  const keys = pointer
    .split('/')
    .slice(1)
    .reduce<string[]>((words, key) => {
      if (/^\d+$/u.test(key)) words.push(`${words.pop() ?? 'item'} ${Number(key) + 1}`);
      else words.push(key.replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`));
      return words;
    }, []);
  return [name, ...keys].join(', ');
}

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

/** Returns a value as text. */
export const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value, null, 1) : String(value);
