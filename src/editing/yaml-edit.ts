import { isDeepStrictEqual } from 'node:util';
import { isAlias, isMap, isNode, isScalar, isSeq, parseDocument, visit } from 'yaml';
import type { Document, Node, Scalar, YAMLSeq } from 'yaml';
import { valueAt } from '../content/schema-path.ts';
import type { ValuePath } from '../content/schema-path.ts';
import { EditRefused } from './edit-refused.ts';
import { pathOf } from './pointer.ts';

/** The values that a YAML scalar of content/ can have. */
export type Value = string | number | boolean | null;

/** A change of a list. `add` puts a copy of the item at `index` after it; `move` puts the item at `to`. */
export type ListChange =
  { action: 'add'; index: number } | { action: 'remove'; index: number } | { action: 'move'; index: number; to: number };

type Ranged = Node & { range: [number, number, number] };

/** Parses the text of a file. Throws EditRefused for text that this editor cannot change: errors, anchors, aliases, tags. */
function parseText(text: string): Document.Parsed {
  const document = parseDocument(text);
  if (document.errors.length > 0) throw new EditRefused('This file has an error; "npm run check:content" names the line');
  visit(document, {
    Node(_key, node) {
      if (isAlias(node) || ('anchor' in node && node.anchor))
        throw new EditRefused('This file uses YAML anchors (& and *); change it by hand');
      if (node.tag && node.tag.startsWith('!')) throw new EditRefused('This file uses YAML tags (!); change it by hand');
    },
  });
  return document;
}

/** Returns the value at a JSON pointer; undefined if there is none. Throws EditRefused. */
export function readValue(text: string, pointer: string): unknown {
  return valueAt(parseText(text).toJS() as unknown, pathOf(pointer));
}

/** Returns the comment lines above a field, which are its help for an organizer. Throws EditRefused. */
export function helpFor(text: string, pointer: string): string {
  const path = pathOf(pointer);
  const document = parseText(text);
  for (let length = path.length; length > 0; length -= 1) {
    const parent: unknown = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
    if (!isMap(parent)) continue;
    const pair = parent.items.find(({ key }) => String(key) === String(path[length - 1]));
    const key = pair?.key as (Node & { commentBefore?: string }) | undefined;
    const comment = key?.commentBefore ?? (parent.items[0] === pair ? parent.commentBefore : undefined);
    // The comment about the whole file is above the first field, followed by an empty line.
    return (comment ?? '')
      .replaceAll(/^ /gmu, '')
      .split(/\n\s*\n/u)
      .at(-1)!
      .trim();
  }
  return '';
}

/**
 * Returns the text with another value at a pointer. Only the bytes of that value change; a missing field is added below the last field of
 * its group. Throws EditRefused.
 */
export function replaceValue(text: string, pointer: string, value: Value): string {
  const path = pathOf(pointer);
  const document = parseText(text);
  const wanted = withValue(document.toJS() as unknown, path, value);
  const found = document.getIn(path, true) as unknown;
  const candidates = isScalar(found)
    ? sourcesFor(value, found).map((source) => spliced(text, found as Scalar & Ranged, source))
    : sourcesFor(value).map((source) => withField(text, document, path, source));
  return firstThatReads(candidates, wanted) ?? refuse();
}

/** Returns the text with a change of the list at a pointer. Items keep their bytes, with the comments above them. Throws EditRefused. */
export function changeList(text: string, pointer: string, change: ListChange): string {
  const path = pathOf(pointer);
  const document = parseText(text);
  const list = document.getIn(path, true) as unknown;
  if (!isSeq(list) || !list.items[change.index]) throw new EditRefused('This list has changed; reload the page and try again');
  const data = document.toJS() as unknown;
  const wanted = withValue(data, path, reordered(valueAt(data, path) as unknown[], change));
  return (
    firstThatReads(
      [withItems(text, list as YAMLSeq<Ranged> & Ranged, (parts) => reordered(parts, change)), byDocument(document, path, wanted)],
      wanted,
    ) ?? refuse()
  );
}

/**
 * Returns the text with other items in the list at a pointer. Items that the list has already keep the comments above them, and their bytes
 * if no other item is new. Throws EditRefused.
 */
export function replaceList(text: string, pointer: string, items: readonly unknown[]): string {
  const path = pathOf(pointer);
  const document = parseText(text);
  const list = document.getIn(path, true) as unknown;
  if (!isSeq(list)) throw new EditRefused('This list is no longer in the file; reload the page and try again');
  const data = document.toJS() as unknown;
  const wanted = withValue(data, path, items);
  const now = valueAt(data, path) as unknown[];
  const indexes = items.map((item) => now.findIndex((other) => isDeepStrictEqual(other, item)));
  const moved = indexes.includes(-1)
    ? undefined
    : withItems(text, list as YAMLSeq<Ranged> & Ranged, (parts) => indexes.map((index) => parts[index]!));
  const nodes = [...list.items];
  list.items = items.map((item, at) => nodes[indexes[at]!] ?? document.createNode(item));
  return firstThatReads([moved, printed(document)], wanted) ?? refuse();
}

const refuse = (): never => {
  throw new EditRefused('This cannot be written into the file; change it by hand');
};

/** Returns the first candidate that parses to the intended data, so that a style that cannot hold a value is never written. */
function firstThatReads(candidates: (string | undefined)[], wanted: unknown): string | undefined {
  return candidates.find((candidate) => {
    if (candidate === undefined) return false;
    const document = parseDocument(candidate);
    return document.errors.length === 0 && isDeepStrictEqual(document.toJS() as unknown, wanted);
  });
}

/** Returns the possible sources of a value: in its current style, plain, in quotation marks. */
function sourcesFor(value: Value, now?: Scalar): string[] {
  if (typeof value !== 'string') return [value === null ? '' : String(value)];
  const styles: Record<string, () => string[]> = {
    PLAIN: () => [value],
    QUOTE_SINGLE: () => [`'${value.replaceAll("'", "''")}'`],
    QUOTE_DOUBLE: () => [inDoubleQuotes(value)],
    BLOCK_FOLDED: () => blocks(value, '>'),
    BLOCK_LITERAL: () => blocks(value, '|'),
  };
  const own = now?.type ? styles[now.type]!() : [];
  return [...own, ...(value.includes('\n') ? blocks(value, '|') : styles['PLAIN']!()), inDoubleQuotes(value)];
}

/** JSON's escapes are YAML's as well (YAML 1.2.2, 5.7); what it leaves unescaped and YAML does not print is escaped here (5.1). */
const inDoubleQuotes = (value: string) =>
  JSON.stringify(value).replaceAll(
    /[\u007f-\u0084\u0086-\u009f\u2028\u2029\ufeff\ufffe\uffff]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const blocks = (value: string, mark: '>' | '|') => [`${mark}-\n${value}`, `${mark}\n${value.replace(/\n$/u, '')}\n`, `${mark}+\n${value}`];

/** Writes a source in place of a scalar. The lines of a block get the indentation of the field. */
function spliced(text: string, { range: [from, to] }: Ranged, source: string): string {
  const lineStart = text.lastIndexOf('\n', from - 1) + 1;
  const indent = ' '.repeat(/^[ -]*/u.exec(text.slice(lineStart))![0].length + 2);
  const [head, ...lines] = source.split('\n');
  const isBlock = /^[>|][+-]?$/u.test(head!);
  const body = isBlock ? [head, ...lines.map((line) => (line === '' ? '' : indent + line))].join('\n') : source;
  const before = text.slice(0, from);
  const gap = /[:-]$/u.test(before) && source !== '' ? ' ' : '';
  // The range of a block ends with its last line break.
  const endsLine = text.slice(from, to).endsWith('\n');
  const after =
    endsLine && !body.endsWith('\n') ? `\n${text.slice(to)}` : text.slice(body.endsWith('\n') && text[to] === '\n' ? to + 1 : to);
  return before + gap + body + (after.startsWith('#') ? ' ' : '') + after;
}

/** Adds a field as the last line of the group that should hold it; undefined if there is no such group. */
function withField(text: string, document: Document.Parsed, path: ValuePath, source: string): string | undefined {
  const key = path.at(-1);
  const group = (path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true)) as unknown;
  if (!isMap(group) || group.flow || typeof key !== 'string' || group.items.length === 0) return undefined;
  const [first, last] = [group.items[0]!.key as Ranged, group.items.at(-1)!];
  const end = (isNode(last.value) ? (last.value as Ranged) : (last.key as Ranged)).range[2];
  const column = first.range[0] - (text.lastIndexOf('\n', first.range[0] - 1) + 1);
  const at = text[end - 1] === '\n' || end === text.length ? end : text.indexOf('\n', end) + 1 || text.length;
  const lineBreak = at > 0 && text[at - 1] !== '\n' ? '\n' : '';
  return `${text.slice(0, at)}${lineBreak}${' '.repeat(column)}${key}: ${source}\n${text.slice(at)}`;
}

/** Arranges the lines of the items, or in a list in brackets the items; undefined for nested lists in one line, and for no item. */
function withItems(text: string, list: YAMLSeq<Ranged> & Ranged, arranged: (parts: string[]) => string[]): string | undefined {
  if (list.items.length === 0) return undefined;
  if (list.flow) {
    const sources = list.items.map(({ range: [from, to] }) => text.slice(from, to));
    return `${text.slice(0, list.range[0])}[${arranged(sources).join(', ')}]${text.slice(list.range[1])}`;
  }
  const dashes = list.items.map(({ range: [from] }) => text.lastIndexOf('- ', from));
  const starts = dashes.map((dash) => withComments(text, text.lastIndexOf('\n', dash - 1) + 1));
  if (new Set(starts).size < starts.length) return undefined;
  const lastEnd = list.items.at(-1)!.range[1];
  const end = text[lastEnd - 1] === '\n' ? lastEnd : text.indexOf('\n', lastEnd) + 1 || text.length;
  const parts = starts
    .map((start, index) => text.slice(start, starts[index + 1] ?? end))
    .map((part) => (part.endsWith('\n') ? part : `${part}\n`));
  const changed = arranged(parts);
  return changed.length === 0 ? undefined : text.slice(0, starts[0]) + changed.join('') + text.slice(end);
}

/** Returns where the comment lines right above a line begin. */
function withComments(text: string, lineStart: number): number {
  const before = text.lastIndexOf('\n', lineStart - 2) + 1;
  return lineStart > 0 && /^\s*#/u.test(text.slice(before, lineStart)) ? withComments(text, before) : lineStart;
}

function byDocument(document: Document.Parsed, path: ValuePath, wanted: unknown): string {
  document.setIn(path, document.createNode(valueAt(wanted, path)));
  return printed(document);
}

/** The library writes the whole file again: comments stay, but spaces and line breaks may change. */
const printed = (document: Document.Parsed): string => document.toString({ lineWidth: 0 });

/** Returns the items of a list after a change. */
export function reordered<Item>(items: readonly Item[], change: ListChange): Item[] {
  const item = items[change.index] as Item;
  if (change.action === 'add') return items.toSpliced(change.index + 1, 0, item);
  const without = items.toSpliced(change.index, 1);
  return change.action === 'remove' ? without : without.toSpliced(change.to, 0, item);
}

/** Returns a copy of the data with another value at a path. Throws EditRefused if a parent in the path is not a group. */
function withValue(data: unknown, path: ValuePath, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (typeof data !== 'object' || data === null) throw new EditRefused('This text is no longer in the file; reload the page and try again');
  if (Array.isArray(data)) return data.map((item, index) => (index === key ? withValue(item, rest, value) : (item as unknown)));
  const group = data as Record<string, unknown>;
  return { ...group, [key]: withValue(rest.length > 0 ? group[key] : undefined, rest, value) };
}
