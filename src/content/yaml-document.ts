import { isDeepStrictEqual } from 'node:util';
import { isAlias, isMap, parseDocument, visit, type Document, type Node, type Pair } from 'yaml';
import { Refused } from '../refused.ts';
import { pathOf } from './pointer.ts';
import { valueAt, type ValuePath } from './schema-path.ts';

/** A parsed node. Its range has the offsets where it begins, where its value ends, and where the comments that belong to it end. */
export type Ranged = Node & { range: [start: number, valueEnd: number, nodeEnd: number] };

/** Parses the text of a file. Throws Refused for text that cannot be edited: errors, anchors, aliases, tags. */
export function parseText(text: string): Document.Parsed {
  const document = parseDocument(text);
  if (document.errors.length > 0) throw new Refused('This file has an error; "npm run check:content" names the line.');
  visit(document, {
    Node(_key, node) {
      if (isAlias(node) || ('anchor' in node && node.anchor))
        throw new Refused('This file uses YAML anchors (& and *); change it by hand.');
      if (node.tag) throw new Refused('This file uses YAML tags (!); change it by hand.');
    },
  });
  return document;
}

/** Returns the value at a JSON pointer; undefined if there is none. Throws Refused. */
export function readValue(text: string, pointer: string): unknown {
  return valueAt(parseText(text).toJS() as unknown, pathOf(pointer));
}

/** Returns the field at a path with its key; undefined if there is none. */
export function pairAt(document: Document.Parsed, path: ValuePath): Pair<Ranged, Ranged | null> | undefined {
  const group: unknown = document.getIn(path.slice(0, -1), true);
  if (!isMap<Ranged, Ranged | null>(group)) return undefined;
  return group.items.find(({ key }) => String(key) === String(path.at(-1)));
}

/** Returns the comment lines above a field, which are its help for an organizer. Throws Refused. */
export const helpFor = (text: string, pointer: string): string => helpIn(parseText(text), pointer);

/** Returns the help for a field of a file that is parsed already. */
export function helpIn(document: Document.Parsed, pointer: string): string {
  let path: ValuePath = pathOf(pointer);
  // An item of a list has the help of the list's field.
  while (path.length > 0 && !isMap(document.getIn(path.slice(0, -1), true))) path = path.slice(0, -1);
  return path.length > 0 ? lastParagraph(commentAbove(document, path)) : '';
}

/** The parser gives the comment above the first field of a group to the group. */
function commentAbove(document: Document.Parsed, path: ValuePath): string {
  const group: unknown = document.getIn(path.slice(0, -1), true);
  const pair = pairAt(document, path);
  const ofGroup = isMap(group) && group.items[0] === pair ? group.commentBefore : undefined;
  return pair?.key.commentBefore ?? ofGroup ?? '';
}

/** The comment about the whole file is above the first field, followed by an empty line: ` The file.\n\n Its name.` → `Its name.` */
const lastParagraph = (comment: string): string =>
  comment
    .replaceAll(/^ /gmu, '')
    .split(/\n\s*\n/u)
    .at(-1)!
    .trim();

/**
 * Returns the first candidate that parses to the intended data, so that a style that cannot hold a value is never written. Throws
 * Refused if none does.
 */
export function firstThatParsesTo(candidates: (string | undefined)[], wanted: unknown): string {
  const found = candidates.find((candidate) => {
    if (candidate === undefined) return false;
    const document = parseDocument(candidate);
    return document.errors.length === 0 && isDeepStrictEqual(dataOf(document), wanted);
  });
  if (found === undefined) throw new Refused('This cannot be written into the file; change it by hand.');
  return found;
}

/** Returns the data of a document; undefined if it has an alias without an anchor: a plain `*word` is one. */
function dataOf(document: Document.Parsed): unknown {
  try {
    return document.toJS() as unknown;
  } catch {
    return undefined;
  }
}

/** Returns a copy of the data with another value at a path. Throws Refused if a parent in the path is not a group. */
export function withValue(data: unknown, path: ValuePath, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (typeof data !== 'object' || data === null) throw new Refused('This text is no longer in the file; reload the page and try again.');
  if (Array.isArray(data)) return data.map((item, index) => (index === key ? withValue(item, rest, value) : (item as unknown)));
  const group = data as Record<string, unknown>;
  return { ...group, [key]: withValue(rest.length > 0 ? group[key] : undefined, rest, value) };
}

/** Returns the file as the library writes it again: comments stay, but spaces and line breaks may change. */
export const printYaml = (document: Document.Parsed): string => document.toString({ lineWidth: 0 });

/** Returns where the line of an offset begins. */
export const lineStartAt = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;

/** Returns where the line after a node begins, or the text ends. A range that ends with a line break, as of a block, ends there itself. */
export const nextLineAfter = (text: string, nodeEnd: number): number =>
  text[nodeEnd - 1] === '\n' ? nodeEnd : text.indexOf('\n', nodeEnd) + 1 || text.length;

/** Returns where the comment lines right above a line begin; without any, where the line begins. */
export function withCommentsAbove(text: string, lineStart: number): number {
  const lineBefore = text.lastIndexOf('\n', lineStart - 2) + 1;
  return lineStart > 0 && /^\s*#/u.test(text.slice(lineBefore, lineStart)) ? withCommentsAbove(text, lineBefore) : lineStart;
}
