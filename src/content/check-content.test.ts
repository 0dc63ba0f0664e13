import { describe, expect, test } from 'vitest';
import type { Content } from './content.ts';
import { loadContent } from './load.ts';
import { checkContent, contentChecks, findingsOf } from './check-content.ts';
import { calendar } from '../../test/support/content-examples/calendar.ts';
import type { Examples } from '../../test/support/content-examples/example.ts';
import { pages } from '../../test/support/content-examples/pages.ts';
import { workshops } from '../../test/support/content-examples/workshops.ts';

const real = loadContent();
/** The morning of the date of the letter: the year of the footer is current, and the season is in the future. */
const then = new Date('2025-11-01T15:00:00Z');
const examples: Examples<keyof typeof contentChecks> = { ...pages, ...workshops, ...calendar };

describe.each(Object.entries(examples))('the content check %s', (name, cases) => {
  const findings = (change: (content: Content) => void, now = then) => {
    const content = structuredClone(real);
    change(content);
    return findingsOf(name as keyof typeof contentChecks, content, { now, fileExists: (src) => src !== '/uploads/gone.svg' });
  };

  test.each(cases)('finds $finds.0: $finds.1', ({ spoil, now, finds: [field, message, severity = 'launch'] }) => {
    const found = findings(spoil, now);
    expect(found.map((finding) => finding.field)).toEqual([field]);
    expect(found[0]!.message).toMatch(message);
    expect(found[0]!.severity).toBe(severity);
    expect(found[0]!.file).toMatch(/^content\/[\w/-]+\.yaml$/u);
  });

  test.each(cases)('finds nothing once $finds.0 is right', ({ fix = () => {}, now }) => {
    expect(findings(fix, now)).toEqual([]);
  });
});

test('every check runs', () => {
  const content = structuredClone(real);
  content.site.footerYear = 2020;
  content.retreats[0]!.letter.updatedText = 'Updated 2nd of November, 2025';
  const found = checkContent(content, { now: then, fileExists: () => false });
  expect(found.map(({ field }) => field)).toEqual(expect.arrayContaining(['footerYear', 'updatedText']));
  expect(found.filter(({ severity }) => severity === 'always').length).toBeGreaterThanOrEqual(21);
});

test('a wrong weekday in a text that states a date of another field is found once', () => {
  const content = structuredClone(real);
  const { letter, nextSteps } = content.retreats[0]!;
  content.workshops[0]!.dateText = 'Monday, July 11, 2025';
  content.workshops[0]!.form.name = 'Speaker Series: Monday, July 11, 2025';
  letter.updatedText = 'Updated Monday, November 1, 2025';
  nextSteps.checkIn.text = 'Check in on Monday, October 23, 2025';
  nextSteps.checkOut.text = 'Check out on Tuesday, October 26, 2025';
  const found = checkContent(content, { now: then, fileExists: () => true }).filter(({ message }) => message.includes('it says'));
  const fields = ['dateText', 'form.name', 'updatedText', 'checkIn.text', 'checkOut.text'];
  expect(found.map(({ field }) => field).toSorted()).toEqual(fields.toSorted());
});
