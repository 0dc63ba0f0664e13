import { isMap, isNode, isScalar, type Document, type YAMLMap } from 'yaml';
import { pathOf } from './pointer.ts';
import type { ValuePath } from './schema-path.ts';
import {
  firstThatParsesTo,
  lineStartAt,
  nextLineAfter,
  pairAt,
  parseText,
  printYaml,
  withCommentsAbove,
  withValue,
  type Ranged,
} from './yaml-document.ts';
import { sourcesFor, withSource, type Value } from './yaml-scalar.ts';

interface Placement {
  /** Stands in place of a value that is null, as its help: `on: # year-month-day`. */
  comment?: string;
  /** Where a missing field is added: above the first field of its group, or below the last. */
  add?: 'first' | 'last';
}

/**
 * Returns the text with another value at a JSON pointer. Only the bytes of that value change; a missing field is added to its group. Throws
 * Refused.
 */
export function replaceValue(text: string, pointer: string, value: Value, { comment, add = 'last' }: Placement = {}): string {
  const path = pathOf(pointer);
  const document = parseText(text);
  const wanted = withValue(document.toJS() as unknown, path, value);
  const replaced = document.getIn(path, true) as unknown;
  const scalar = isScalar(replaced) ? replaced : undefined;
  const sources = value === null && comment !== undefined ? [`# ${comment}`] : sourcesFor(value, scalar);
  return firstThatParsesTo(
    sources.map((source) => (scalar ? withSource(text, scalar as Ranged, source) : withField(text, document, path, source, add))),
    wanted,
  );
}

/** Returns the text with one field more in the group that should hold it; undefined if there is no such group, or it is in braces. */
function withField(text: string, document: Document.Parsed, path: ValuePath, source: string, add: 'first' | 'last'): string | undefined {
  const key = path.at(-1);
  const group = document.getIn(path.slice(0, -1), true) as unknown;
  if (!isMap<Ranged, unknown>(group) || group.flow || typeof key !== 'string' || group.items.length === 0) return undefined;
  return (add === 'first' ? withFirstField : withLastField)(text, group, `${key}: ${source}\n`);
}

/** `- a: 1⏎` → `- new: 0⏎  a: 1⏎`: the comments above the first field stay above the group. */
function withFirstField(text: string, group: YAMLMap<Ranged, unknown>, line: string): string {
  const [keyStart] = group.items[0]!.key.range;
  return text.slice(0, keyStart) + line + indentOf(text, group) + text.slice(keyStart);
}

/** `group:⏎  a: 1⏎⏎last: 2⏎` → `group:⏎  a: 1⏎  new: 0⏎⏎last: 2⏎` */
function withLastField(text: string, group: YAMLMap<Ranged, unknown>, line: string): string {
  const { key, value } = group.items.at(-1)!;
  const [, , fieldEnd] = (isNode(value) ? (value as Ranged) : key).range;
  const lineStart = nextLineAfter(text, fieldEnd);
  const before = text.slice(0, lineStart);
  return before + (before.endsWith('\n') ? '' : '\n') + indentOf(text, group) + line + text.slice(lineStart);
}

/** Returns the spaces before a field of a group. A dash before the first one counts as a space: `- a: 1` → two spaces */
function indentOf(text: string, group: YAMLMap<Ranged, unknown>): string {
  const [keyStart] = group.items[0]!.key.range;
  return ' '.repeat(keyStart - lineStartAt(text, keyStart));
}

/**
 * Returns the text without a field and all of its lines; with `comment`, also without the comment lines right above it. The text stays as it
 * is if there is no such field. Throws Refused.
 *
 *     a: 1⏎# help⏎b:⏎  c: 2⏎d: 3⏎   without b, and with its comment: a: 1⏎d: 3⏎
 */
export function removeField(text: string, pointer: string, { comment = false } = {}): string {
  const path = pathOf(pointer);
  const document = parseText(text);
  const pair = pairAt(document, path);
  if (!pair) return text;
  const lineStart = lineStartAt(text, pair.key.range[0]);
  const fieldStart = comment ? withCommentsAbove(text, lineStart) : lineStart;
  const [, fieldEnd] = (pair.value ?? pair.key).range;
  const cut = text.slice(0, fieldStart) + text.slice(nextLineAfter(text, fieldEnd));
  document.deleteIn(path);
  // Without its only field, a group is `{}`, which only the library writes.
  return firstThatParsesTo([cut, printYaml(document)], document.toJS() as unknown);
}
