import { describe, expect, test } from 'vitest';
import type { Content } from './content.ts';
import { loadContent } from './load.ts';
import { checkContent, rules } from './rules.ts';
import { calendar } from '../../test/support/content-examples/calendar.ts';
import type { Examples } from '../../test/support/content-examples/example.ts';
import { facts } from '../../test/support/content-examples/facts.ts';
import { pages } from '../../test/support/content-examples/pages.ts';
import { workshops } from '../../test/support/content-examples/workshops.ts';

const real = loadContent();
/** The morning of the day the letter was written: the footer's year is on, the season is to come. */
const then = new Date('2025-11-01T15:00:00Z');
const examples: Examples<keyof typeof rules> = { ...pages, ...workshops, ...calendar, ...facts };

describe.each(Object.entries(examples))('%s', (name, cases) => {
  const findings = (change: (content: Content) => void, now = then) => {
    const content = structuredClone(real);
    change(content);
    return rules[name as keyof typeof rules](content, { now, fileExists: (src) => src !== '/uploads/gone.svg' });
  };

  test.each(cases)('finds $finds.0: $finds.1', ({ spoil, now, finds: [field, message, severity = 'launch'] }) => {
    const found = findings(spoil, now);
    expect(found.map((finding) => finding.field)).toEqual([field]);
    expect(found[0]!.message).toMatch(message);
    expect(found[0]!.severity).toBe(severity);
    expect(found[0]!.file).toMatch(/^content\/[\w/-]+\.yaml$/u);
  });

  test.each(cases)('is content once $finds.0 is mended', ({ mend = () => {}, now }) => {
    expect(findings(mend, now)).toEqual([]);
  });
});

test('every rule is asked', () => {
  const content = structuredClone(real);
  content.site.footerYear = 2020;
  content.retreat.letter.updatedText = 'Updated 2nd of November, 2025';
  const found = checkContent(content, { now: then, fileExists: () => false });
  expect(found.map(({ field }) => field)).toEqual(expect.arrayContaining(['footerYear', 'updatedText']));
  expect(found.filter(({ severity }) => severity === 'always').length).toBeGreaterThanOrEqual(21);
});
