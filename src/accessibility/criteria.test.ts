import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../test/support/environment.ts';
import { criteria } from './criteria.ts';

it('the statement has the 31 criteria of level A and the 24 of level AA of WCAG 2.2 once, in their order', () => {
  const numbers = criteria.map(({ number }) => number);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true })));
  expect(Map.groupBy(criteria, ({ level }) => level)).toEqual(
    new Map([
      ['A', expect.objectContaining({ length: 31 }) as unknown],
      ['AA', expect.objectContaining({ length: 24 }) as unknown],
    ]),
  );
});

/** Returns the titles of the tests in a file and of their steps, as they are written there. */
const titlesIn = (file: string) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/\b(?:test|it)(?:\.step)?\(\s*(['`])(.+?)\1,/gu)].map(([, , title]) => title!);

it('each criterion has a proof', () => {
  expect(criteria.filter(({ proofs }) => proofs.length === 0)).toEqual([]);
});

it('each test that proves a criterion exists', () => {
  const named = criteria.flatMap(({ proofs }) => proofs.filter((proof) => 'file' in proof));
  expect(named.filter(({ file, title }) => !titlesIn(file).some((found) => found.startsWith(title)))).toEqual([]);
});
