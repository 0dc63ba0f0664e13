import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { contentFolder } from '../content/load.ts';
import { pointerOf } from '../content/pointer.ts';
import type { ValuePath } from '../content/schema-path.ts';
import { readValue } from '../content/yaml-document.ts';
import { Refused } from '../refused.ts';
import { changeList, replaceList } from './yaml-list.ts';

const files = readdirSync(contentFolder(), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => ({ name, text: readFileSync(join(contentFolder(), name), 'utf8') }));

/** Returns the pointers of all lists of a text. */
function pointersOfLists(text: string): string[] {
  const pointersIn = (value: unknown, path: ValuePath): string[] =>
    typeof value === 'object' && value !== null
      ? [
          ...(Array.isArray(value) ? [pointerOf(path)] : []),
          ...Object.entries(value).flatMap(([key, item]) => pointersIn(item, [...path, Array.isArray(value) ? Number(key) : key])),
        ]
      : [];
  return pointersIn(parse(text), []);
}

describe('changing a list', () => {
  it('restores every byte when a move is reversed and when a copied item is removed, for every list of every file', () => {
    const changed = files.flatMap(({ name, text }) =>
      pointersOfLists(text)
        .filter((pointer) => (readValue(text, pointer) as unknown[]).length > 1)
        .filter((pointer) => {
          const moved = changeList(text, pointer, { action: 'move', index: 0, to: 1 });
          const copied = changeList(text, pointer, { action: 'add', index: 0 });
          return (
            changeList(moved, pointer, { action: 'move', index: 1, to: 0 }) !== text ||
            changeList(copied, pointer, { action: 'remove', index: 1 }) !== text
          );
        })
        .map((pointer) => `${name}#${pointer}`),
    );
    expect(changed).toEqual([]);
  });
});

describe('replacing the items of a list', () => {
  const text = 'a:   1\nlist:\n  # The first.\n  - "one"\n  # The second.\n  - two\n\nlast: 2\n';

  it('keeps the bytes and comments of items that the list has', () => {
    expect(replaceList(text, '/list', ['two', 'one'])).toBe(
      'a:   1\nlist:\n  # The second.\n  - two\n  # The first.\n  - "one"\n\nlast: 2\n',
    );
    expect(replaceList(text, '/list', ['two'])).toBe('a:   1\nlist:\n  # The second.\n  - two\n\nlast: 2\n');
    expect(replaceList('a: [1, "2", 3]\n', '/a', [3, '2'])).toBe('a: [3, "2"]\n');
  });

  it('writes new items, and keeps the comments of the others', () => {
    const replaced = replaceList(text, '/list', ['one', { name: 'new: words' }, 'two']);
    expect(replaced).toBe('a: 1\nlist:\n  # The first.\n  - "one"\n  - name: "new: words"\n  # The second.\n  - two\n\nlast: 2\n');
    expect(readValue(replaceList(replaced, '/list', []), '/list')).toEqual([]);
    expect(readValue(replaceList('list: []\n', '/list', ['one']), '/list')).toEqual(['one']);
  });

  it('is refused where there is no list', () => {
    expect(() => replaceList(text, '/a', ['one'])).toThrow(Refused);
    expect(() => replaceList(text, '/gone', ['one'])).toThrow(Refused);
  });
});
