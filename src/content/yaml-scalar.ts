import type { Scalar } from 'yaml';
import { lineStartAt, type Ranged } from './yaml-document.ts';

/** The values that a YAML scalar of content/ can have. */
export type Value = string | number | boolean | null;

/**
 * Returns the possible sources of a value, best first: in the style of the scalar that it replaces, plain or as a block, in double
 * quotation marks. Not every one can hold the value: `a: b` is not plain text.
 */
export function sourcesFor(value: Value, replaced?: Scalar): string[] {
  if (typeof value !== 'string') return [value === null ? '' : String(value)];
  const ownStyle = replaced?.type ? styles[replaced.type]!(value) : [];
  const usual = value.includes('\n') ? blocks(value, '|') : [value];
  return [...ownStyle, ...usual, inDoubleQuotes(value)];
}

const styles: Record<string, (value: string) => string[]> = {
  PLAIN: (value) => [value],
  QUOTE_SINGLE: (value) => [`'${value.replaceAll("'", "''")}'`],
  QUOTE_DOUBLE: (value) => [inDoubleQuotes(value)],
  BLOCK_FOLDED: (value) => blocks(value, '>'),
  BLOCK_LITERAL: (value) => blocks(value, '|'),
};

/** JSON's escapes are YAML's as well (YAML 1.2.2, 5.7); what it leaves unescaped and YAML does not print is escaped here (5.1). */
const inDoubleQuotes = (value: string) =>
  JSON.stringify(value).replaceAll(
    /[\u007f-\u0084\u0086-\u009f\u2028\u2029\ufeff\ufffe\uffff]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The mark says how many line breaks end the value: `-` none, no mark one, `+` all that are there. */
const blocks = (value: string, mark: '>' | '|') => [`${mark}-\n${value}`, `${mark}\n${value.replace(/\n$/u, '')}\n`, `${mark}+\n${value}`];

/**
 * Returns the text with a source in place of a scalar:
 *
 *     a: one # help     two         → a: two # help
 *     a: one            |-⏎x⏎y      → a: |-⏎  x⏎  y
 */
export function withSource(text: string, scalar: Ranged, source: string): string {
  const [valueStart, valueEnd] = scalar.range;
  const before = text.slice(0, valueStart);
  // An empty value begins right after its colon or dash: `a:` → `a: two`
  const space = /[:-]$/u.test(before) && source !== '' ? ' ' : '';
  const written = indentBlock(source, text.slice(lineStartAt(text, valueStart)));
  return before + space + written + restAfter(text.slice(valueStart, valueEnd), written, text.slice(valueEnd));
}

/** Indents the lines of a block more than the field that begins `line`: `|-⏎x` in `  - a: one` → `|-⏎      x` */
function indentBlock(source: string, line: string): string {
  const [head, ...lines] = source.split('\n');
  if (!/^[>|][+-]?$/u.test(head!)) return source;
  const indent = ' '.repeat(/^[ -]*/u.exec(line)![0].length + 2);
  return [head, ...lines.map((words) => (words === '' ? '' : indent + words))].join('\n');
}

/** Returns what follows a value that is replaced. The source of a block includes its last line break, any other source has none. */
function restAfter(replaced: string, written: string, rest: string): string {
  const endsLine = written.endsWith('\n');
  // `a: |⏎  one⏎` → `a: two⏎`
  if (replaced.endsWith('\n') && !endsLine) return `\n${rest}`;
  // `a: one⏎` → `a: |⏎  two⏎`
  if (endsLine) return rest.replace(replaced.endsWith('\n') ? '' : /^\n/u, '');
  // `a: # help` → `a: two # help`
  return rest.startsWith('#') ? ` ${rest}` : rest;
}
