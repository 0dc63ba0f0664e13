import { isDeepStrictEqual } from 'node:util';
import { isSeq, type YAMLSeq } from 'yaml';
import { pathOf } from '../content/pointer.ts';
import { valueAt } from '../content/schema-path.ts';
import {
  firstThatParsesTo,
  lineStartAt,
  nextLineAfter,
  parseText,
  printYaml,
  withCommentsAbove,
  withValue,
} from '../content/yaml-document.ts';
import type { Ranged } from '../content/yaml-document.ts';
import { Refused } from '../refused.ts';

/** A change of a list. `add` puts a copy of the item at `index` after it; `move` puts the item at `to`. */
export type ListChange =
  { action: 'add'; index: number } | { action: 'remove'; index: number } | { action: 'move'; index: number; to: number };

type RangedList = YAMLSeq<Ranged> & Ranged;

/** Returns the text with a change of the list at a pointer. Items keep their bytes, with the comments above them. Throws Refused. */
export const changeList = (text: string, pointer: string, change: ListChange): string =>
  withList(text, pointer, (now) => {
    if (change.index >= now.length) throw new Refused('This list has changed; reload the page and try again.');
    return { items: reorder(now, change), indexes: reorder([...now.keys()], change) };
  });

/**
 * Returns the text with other items in the list at a pointer. Items that the list has already keep the comments above them, and their bytes
 * if no other item is new. Throws Refused.
 */
export const replaceList = (text: string, pointer: string, items: readonly unknown[]): string =>
  withList(text, pointer, (now) => ({
    items,
    indexes: items.map((item) => now.findIndex((other) => isDeepStrictEqual(other, item))),
  }));

/** The items of a list, and the index that each has in the file now, -1 for a new one. */
interface Arrangement {
  items: readonly unknown[];
  indexes: number[];
}

function withList(text: string, pointer: string, arrange: (now: readonly unknown[]) => Arrangement): string {
  const path = pathOf(pointer);
  const document = parseText(text);
  const list = document.getIn(path, true) as unknown;
  if (!isSeq(list)) throw new Refused('This list is no longer in the file; reload the page and try again.');
  const data = document.toJS() as unknown;
  const { items, indexes } = arrange(valueAt(data, path) as unknown[]);
  const arranged = indexes.includes(-1) ? undefined : withItems(text, list as RangedList, indexes);
  const nodes = [...list.items];
  list.items = items.map((item, index) => nodes[indexes[index]!] ?? document.createNode(item));
  return firstThatParsesTo([arranged, printYaml(document)], withValue(data, path, items));
}

const withItems = (text: string, list: RangedList, indexes: number[]): string | undefined =>
  list.flow ? withItemsInBrackets(text, list, indexes) : withItemLines(text, list, indexes);

/** `a: [1, "2"]` with the items reversed → `a: ["2", 1]`; undefined for a list without items. */
function withItemsInBrackets(text: string, list: RangedList, indexes: number[]): string | undefined {
  if (list.items.length === 0) return undefined;
  const [listStart, listEnd] = list.range;
  const sources = list.items.map(({ range: [itemStart, itemEnd] }) => text.slice(itemStart, itemEnd));
  return `${text.slice(0, listStart)}[${indexes.map((index) => sources[index]).join(', ')}]${text.slice(listEnd)}`;
}

/**
 * Arranges the lines of the items, each with the comments above it:
 *
 *     a:⏎  # One.⏎  - 1⏎  - 2⏎   with the items reversed: a:⏎  - 2⏎  # One.⏎  - 1⏎
 *
 * Returns undefined if two items begin in one line (`- - 1`), and if no item is left: then the list is `[]`.
 */
function withItemLines(text: string, list: RangedList, indexes: number[]): string | undefined {
  const itemStarts = list.items.map((item) => itemStartOf(text, item));
  if (indexes.length === 0 || new Set(itemStarts).size < itemStarts.length) return undefined;
  const listEnd = nextLineAfter(text, list.items.at(-1)!.range[1]);
  const sources = itemStarts.map((start, index) => text.slice(start, itemStarts[index + 1] ?? listEnd));
  const arranged = indexes.map((index) => sources[index]!.replace(/\n?$/u, '\n'));
  return text.slice(0, itemStarts[0]) + arranged.join('') + text.slice(listEnd);
}

/** Returns where the line of an item's dash begins, or the first of the comments above it. */
function itemStartOf(text: string, { range: [valueStart] }: Ranged): number {
  const dash = text.lastIndexOf('- ', valueStart);
  return withCommentsAbove(text, lineStartAt(text, dash));
}

/** Returns the items of a list after a change. */
export function reorder<Item>(items: readonly Item[], change: ListChange): Item[] {
  const item = items[change.index] as Item;
  if (change.action === 'add') return items.toSpliced(change.index + 1, 0, item);
  const without = items.toSpliced(change.index, 1);
  return change.action === 'remove' ? without : without.toSpliced(change.to, 0, item);
}
