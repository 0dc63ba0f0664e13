import { isDeepStrictEqual } from 'node:util';
import { isAlias, isCollection, isMap, isNode, isScalar, parseDocument, visit } from 'yaml';
import type { Document, Scalar, YAMLMap } from 'yaml';
import { EditRefused } from './edit-refused.ts';

/** A value that an editor can write: the words of a text, a date, a choice, a number or a switch. */
export type Value = string | number | boolean | null;

const maxBytes = 1_000_000;
const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

/** Returns the keys that a JSON pointer names (RFC 6901, 4). Throws EditRefused for one that is no pointer or names an object's prototype. */
export function keysOf(pointer: string): string[] {
  const keys = pointer.split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (keys.shift() !== '' || keys.length === 0) throw new EditRefused(`"${pointer}" is not the place of a value`);
  if (keys.some((key) => forbidden.has(key))) throw new EditRefused(`"${pointer}" is not the place of a value`);
  return keys;
}

function parse(text: string): Document.Parsed {
  if (Buffer.byteLength(text) > maxBytes) throw new EditRefused('This file is longer than 1 MB. Edit it on the server.');
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error) throw new EditRefused(`This file is not valid YAML: ${error.message.split('\n')[0]}. Correct it on the server.`);
  visit(document, (_, node) => {
    if (isAlias(node) || (isNode(node) && (('anchor' in node && node.anchor) || node.tag !== undefined)))
      throw new EditRefused('This file has YAML anchors or tags, which are edited on the server only.');
  });
  return document;
}

/** Returns the value at a pointer; undefined where there is none. Throws EditRefused. */
export function readValue(text: string, pointer: string): unknown {
  const node = parse(text).getIn(keysOf(pointer), true) as { toJSON?: () => unknown } | undefined;
  return node?.toJSON?.() ?? (node === undefined ? undefined : null);
}

/** Returns the comment right above the line of a value, which is its help; empty if there is none. Throws EditRefused. */
export function helpFor(text: string, pointer: string): string {
  const keys = keysOf(pointer);
  const lines = text.slice(0, rangeOf(parse(text), keys)?.[0] ?? 0).split('\n');
  lines.pop();
  const comment: string[] = [];
  for (let line = lines.pop(); line !== undefined && /^\s*#/u.test(line); line = lines.pop())
    comment.unshift(line.replace(/^\s*#\s?/u, ''));
  return comment.join(' ').trim();
}

const rangeOf = (document: Document.Parsed, keys: string[]) =>
  (document.getIn(keys, true) as { range?: [number, number, number] } | undefined)?.range;

/**
 * Returns the text of a file with the value at a pointer replaced, and every other byte as it was. The new value is quoted as the old one was, if it
 * can be. A field that is missing is added after the last one of its group. Throws EditRefused.
 */
export function replaceValue(text: string, pointer: string, value: Value): string {
  const keys = keysOf(pointer);
  const document = parse(text);
  const node = document.getIn(keys, true);
  if (isCollection(node)) throw new EditRefused('This is a list or a group. Change one of its values.');
  const intended = parse(text);
  intended.setIn(keys, value);
  const isIntended = (candidate: string) => {
    const result = parseDocument(candidate);
    return result.errors.length === 0 && !hasAlias(result) && isDeepStrictEqual(result.toJS(), intended.toJS());
  };
  const candidates = isScalar(node) ? replaced(text, node, value) : added(text, document, keys, value);
  const found = candidates.find(isIntended);
  if (found === undefined) throw new EditRefused('This value cannot be written here. Edit the file on the server.');
  return found;
}

function hasAlias(document: Document): boolean {
  let found = false;
  visit(document, { Alias: () => void (found = true) });
  return found;
}

/** Returns the ways to write a value, in the order of preference. A JSON string is always a YAML string. */
function formsOf(value: Value, style?: Scalar['type']): string[] {
  if (typeof value !== 'string') return [String(value)];
  const double = JSON.stringify(value);
  const single = `'${value.replaceAll("'", "''")}'`;
  if (value.includes('\n')) return [double];
  if (style === 'QUOTE_DOUBLE') return [double];
  if (style === 'QUOTE_SINGLE') return [single, double];
  return [value, double];
}

function replaced(text: string, node: Scalar, value: Value): string[] {
  const [from, to] = node.range!;
  const isBlock = node.type === 'BLOCK_FOLDED' || node.type === 'BLOCK_LITERAL';
  const before = text.slice(0, from);
  // A field with nothing after its colon ends where the value begins.
  const space = /[\s[{]$/u.test(before) ? '' : ' ';
  const rest = text[to] === '#' ? ` ${text.slice(to)}` : text.slice(to);
  const after = isBlock && text[to - 1] === '\n' ? `\n${rest}` : rest;
  return formsOf(value, node.type).map((form) => before + space + form + after);
}

function added(text: string, document: Document.Parsed, keys: string[], value: Value): string[] {
  const group = keys.length > 1 ? document.getIn(keys.slice(0, -1), true) : document.contents;
  const last = isMap(group) && !group.flow ? (group as YAMLMap<Scalar, Scalar>).items.at(-1) : undefined;
  if (!last?.key.range) throw new EditRefused('There is no such value in this file.');
  const keyAt = last.key.range[0];
  const indent = ' '.repeat(keyAt - (text.lastIndexOf('\n', keyAt - 1) + 1));
  const end = Math.max(last.value?.range?.[1] ?? 0, last.key.range[1]);
  const lineEnd = text.indexOf('\n', Math.max(end - 1, 0));
  const head = lineEnd === -1 ? `${text}\n` : text.slice(0, lineEnd + 1);
  const rest = lineEnd === -1 ? '' : text.slice(lineEnd + 1);
  return formsOf(value).map((form) => `${head}${indent}${keys.at(-1)}: ${form}\n${rest}`);
}
