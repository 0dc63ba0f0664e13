import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, constantFrom, oneof, property, string } from 'fast-check';
import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import { describe, expect, it } from 'vitest';
import { Refused } from '../refused.ts';
import { contentFolder } from './load.ts';
import type { ValuePath } from './schema-path.ts';
import { pointerOf } from './pointer.ts';
import { helpFor, readValue } from './yaml-document.ts';
import { removeField, replaceValue } from './yaml-edit.ts';

const files = readdirSync(contentFolder(), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => ({ name, text: readFileSync(join(contentFolder(), name), 'utf8') }));

/** Returns the pointers of all scalars of a text, and whether their values are texts. */
function scalarsOf(text: string): { pointer: string; isText: boolean }[] {
  const scalarsIn = (node: unknown, path: ValuePath): ReturnType<typeof scalarsOf> => {
    if (isScalar(node)) return [{ pointer: pointerOf(path), isText: typeof node.value === 'string' }];
    if (isMap(node)) return node.items.flatMap(({ key, value }) => scalarsIn(value, [...path, String(key)]));
    return isSeq(node) ? node.items.flatMap((item, index) => scalarsIn(item, [...path, index])) : [];
  };
  return scalarsIn(parseDocument(text).contents, []);
}

/** Returns how many characters two texts share before and after their difference: all of them if they are the same. */
function unchangedAround(before: string, after: string): { prefix: number; suffix: number } {
  if (before === after) return { prefix: before.length, suffix: before.length };
  let prefix = 0;
  while (prefix < Math.min(before.length, after.length) && before[prefix] === after[prefix]) prefix += 1;
  let suffix = 0;
  while (suffix < Math.min(before.length, after.length) - prefix && before.at(-1 - suffix) === after.at(-1 - suffix)) suffix += 1;
  return { prefix, suffix };
}

const nasty = [
  'plain words',
  'a colon: and # a hash',
  '# not a comment',
  '"quoted" and \'single\'',
  'emoji 🏡 and ünïcödé',
  '  leading spaces',
  'trailing spaces  ',
  '- a dash',
  '[brackets], {braces}',
  '& anchor * alias ! tag',
  '*emphasized*',
  'true',
  '12',
  'null',
  '2026-04-17',
  'two\nlines',
  'an empty line\n\nbetween',
  'a line break at the end\n',
  '\ttab',
  'back\\slash',
  '%percent @at `tick`',
  'x'.repeat(3000),
  '',
  '~',
  '\u2028 \u0085 \ufeff',
];

const everyValue = files.flatMap(({ name, text }) => scalarsOf(text).map(({ pointer, isText }) => ({ name, text, pointer, isText })));

describe('replacing a value', () => {
  it('changes no bytes when the value stays the same, for every value of every file', () => {
    expect(everyValue.length).toBeGreaterThan(500);
    const changed = everyValue.filter(({ text, pointer }) => replaceValue(text, pointer, readValue(text, pointer) as string) !== text);
    expect(changed.map(({ name, pointer }) => `${name}#${pointer}`)).toEqual([]);
  });

  it('writes any text into any value, and changes only the bytes of that value', () => {
    const textual = everyValue.filter(({ isText }) => isText);
    assert(
      property(constantFrom(...textual), oneof(constantFrom(...nasty), string({ unit: 'binary' })), ({ text, pointer }, value) => {
        const after = replaceValue(text, pointer, value);
        expect(readValue(after, pointer)).toBe(value);
        const node = parseDocument(text).getIn(
          pointer
            .slice(1)
            .split('/')
            .map((part) => (/^\d+$/u.test(part) ? Number(part) : part)),
          true,
        ) as { range: [number, number, number] };
        const { prefix, suffix } = unchangedAround(text, after);
        expect(prefix).toBeGreaterThanOrEqual(node.range[0] - 1);
        expect(suffix).toBeGreaterThanOrEqual(text.length - node.range[1] - 1);
      }),
      { numRuns: 200 },
    );
  });

  it('adds an optional field to its group, and fills in an empty one', () => {
    expect(replaceValue('name: x\ngroup:\n  a: 1\n\nlast: y\n', '/group/b', 'new: words')).toBe(
      'name: x\ngroup:\n  a: 1\n  b: "new: words"\n\nlast: y\n',
    );
    expect(replaceValue('on: # year-month-day\nat: "16:00"\n', '/on', '2030-04-17')).toBe('on: 2030-04-17 # year-month-day\nat: "16:00"\n');
  });

  it('leaves a comment in place of a value, and adds a field above the others on request', () => {
    expect(replaceValue('on: |\n  now\nat: 1\n', '/on', null, { comment: 'a day' })).toBe('on: # a day\nat: 1\n');
    expect(replaceValue('# The file.\na: 1\n', '/b', true, { add: 'first' })).toBe('# The file.\nb: true\na: 1\n');
    expect(replaceValue('- a: 1\n', '/0/b', true, { add: 'first' })).toBe('- b: true\n  a: 1\n');
  });

  it('keeps booleans and numbers as booleans and numbers', () => {
    expect(replaceValue('visible: false # hidden\n', '/visible', true)).toBe('visible: true # hidden\n');
    expect(replaceValue('capacity: 10\n', '/capacity', 12)).toBe('capacity: 12\n');
  });
});

describe('removing a field', () => {
  const text = 'a: 1\n# Its help.\nb: |\n  words\nc:\n  d: 2\n';

  it('removes its lines, and the comment above it on request', () => {
    expect(removeField(text, '/b')).toBe('a: 1\n# Its help.\nc:\n  d: 2\n');
    expect(removeField(text, '/b', { comment: true })).toBe('a: 1\nc:\n  d: 2\n');
    expect(removeField(text, '/c')).toBe('a: 1\n# Its help.\nb: |\n  words\n');
  });

  it('keeps the group of an only field, and the text if there is no such field', () => {
    expect(readValue(removeField(text, '/c/d'), '/c')).toEqual({});
    expect(readValue(removeField('a: {b: 1, c: 2}\n', '/a/b'), '/a')).toEqual({ c: 2 });
    expect(removeField(text, '/c/e')).toBe(text);
  });
});

describe('replacing a value is refused for', () => {
  it.each([
    ['an anchor', 'a: &x 1\nb: *x\n', '/a'],
    ['a tag', 'a: !!binary aGk=\n', '/a'],
    ['a broken file', 'a: "open\n', '/a'],
    ['the prototype', 'a: 1\n', '/__proto__/polluted'],
    ['a place that is not there', 'a: 1\n', '/a/b/c'],
    ['no pointer', 'a: 1\n', 'a'],
  ])('%s', (_what, text, pointer) => {
    expect(() => replaceValue(text, pointer, 'x')).toThrow(Refused);
  });
});

it('the comment above a field is its help', () => {
  const text = '# The file.\n\n# How many may come.\n# A whole number.\ncapacity: 10\nletter:\n  # Its day.\n  date: 2030-01-01\n';
  expect([helpFor(text, '/capacity'), helpFor(text, '/letter/date')]).toEqual(['How many may come.\nA whole number.', 'Its day.']);
});
