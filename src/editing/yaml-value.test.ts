import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, constantFrom, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { isPair, isScalar, parseDocument, visit } from 'yaml';
import { contentFolder } from '../content/load.ts';
import { helpFor, readValue, replaceValue } from './yaml-value.ts';

const folder = contentFolder();
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'));

/** Returns the pointer and the range of every value of a file. */
function valuesOf(text: string) {
  const values: { pointer: string; range: [number, number, number] }[] = [];
  visit(parseDocument(text), {
    Scalar(key, node, path) {
      if (key === 'key') return;
      const keys = [...path, node].flatMap((each, index, all) => {
        if (isPair(each)) return isScalar(each.key) ? [String(each.key.value)] : [];
        const parent = all[index - 1] as { items?: unknown[] } | undefined;
        return parent?.items && !isPair(each) ? [String(parent.items.indexOf(each))] : [];
      });
      values.push({ pointer: `/${keys.join('/')}`, range: node.range! });
    },
  });
  return values;
}

const nasty = [
  'a: #b',
  '# no comment',
  "it's “quoted”",
  'say "no"',
  '🏡 long '.repeat(60).trim(),
  '  leading',
  'one\ntwo',
  '- item',
  '*x',
  'yes',
  '12',
  'back\\slash',
  '{a}',
  '\t',
];

it('replaces only the bytes of one value, for every value of the content and texts that are hard to write', () => {
  let count = 0;
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8');
    for (const [index, { pointer, range }] of valuesOf(text).entries()) {
      const value = nasty[(index + count) % nasty.length]!;
      const edited = replaceValue(text, pointer, value);
      expect(readValue(edited, pointer), `${file}${pointer}`).toBe(value);
      expect(edited.startsWith(text.slice(0, range[0])), `${file}${pointer} before`).toBe(true);
      expect(edited.endsWith(text.slice(range[1])), `${file}${pointer} after`).toBe(true);
    }
    count += 1;
  }
  expect(count).toBeGreaterThan(30);
});

it('writes any text so that it is read back', () => {
  const text = '# Help for it.\na: "x" # stays\nb:\n  - plain\n  - \'single\'\n';
  assert(
    property(constantFrom('/a', '/b/0', '/b/1'), string({ unit: 'grapheme' }), (pointer, value) => {
      expect(readValue(replaceValue(text, pointer, value), pointer)).toBe(value);
    }),
  );
  expect(helpFor(text, '/a')).toBe('Help for it.');
});

it('keeps the quotation marks, adds a field that is missing, and fills an empty one', () => {
  expect(replaceValue('a: "x" # c\n', '/a', 'y')).toBe('a: "y" # c\n');
  expect(replaceValue('a:\n  b: 1\nc: 2\n', '/a/d', true)).toBe('a:\n  b: 1\n  d: true\nc: 2\n');
  expect(replaceValue('on: # the day\nat: 10:00\n', '/on', '2027-01-02')).toContain('on: 2027-01-02');
});

it.each([
  ['a: &x 1\nb: *x\n', '/a', 'anchors'],
  ['a: !!str 1\n', '/a', 'tags'],
  ['a: 1\n', '/__proto__/b', 'not the place'],
  ['a: 1\n', 'a', 'not the place'],
  ['a: [1]\n', '/a', 'a list or a group'],
  ['a: 1\n', '/b/c', 'no such value'],
  [`a: ${'x'.repeat(1_000_001)}\n`, '/a', '1 MB'],
])('refuses %#', (text, pointer, message) => {
  expect(() => replaceValue(text, pointer, 'x')).toThrow(message);
});
