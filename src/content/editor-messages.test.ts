import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ContentError } from './content-error.ts';
import { loadContent } from './load.ts';
import { ContentCopy } from '../../test/support/content-copy.ts';

const workshop = 'speaker-series/relationships-that-power-your-brand.yaml';
let copy: ContentCopy;
beforeEach(() => {
  copy = new ContentCopy();
});
afterEach(() => copy[Symbol.dispose]());

/** The messages for an editor's mistakes, without line numbers, which change with every edit of the content. */
function messages({ folder }: ContentCopy): string {
  try {
    loadContent(folder);
  } catch (error) {
    if (error instanceof ContentError) return error.message.replace(/ ?\(line \d+\)|line \d+: /gu, '');
    throw error;
  }
  return 'nothing to fix';
}

describe('an error message says what to fix if', () => {
  test.each(['', ' ', String.raw`\u200B\u2060\uFEFF\u00AD`])('a paragraph shows nothing: "%s"', (text) => {
    copy.edit('retreats/spring-2026/letter.yaml', /( {2}- You know[^\n]*\n {2}- )[^\n]*/u, `$1"${text}"`);
    expect(messages(copy)).toMatchInlineSnapshot(
      `"content/retreats/spring-2026/letter.yaml: paragraphs[2]: write a paragraph of the letter here; it is empty"`,
    );
  });

  test('a field is misspelled', () => {
    copy.edit('retreats/spring-2026/letter.yaml', 'heading:', 'heding:');
    expect(messages(copy)).toMatchInlineSnapshot(
      `"content/retreats/spring-2026/letter.yaml: heding: there is no field "heding"; did you mean "heading"?"`,
    );
  });

  test('a field is unknown', () => {
    copy.edit('retreats/spring-2026/hosts.yaml', /( +)name: Junia[^\n]*/u, '$&\n$1instagram: "@junia"');
    expect(messages(copy)).toMatchInlineSnapshot(
      `"content/retreats/spring-2026/hosts.yaml: hosts[2].instagram: there is no field "instagram"; the fields here are sample, name, role, biography, numbers, portrait"`,
    );
  });

  test('a file was deleted', () => {
    copy.delete('retreats/spring-2026/letter.yaml');
    expect(messages(copy)).toMatchInlineSnapshot(
      `"content/retreats/spring-2026/letter.yaml: this file is missing; copy it from the folder of another retreat, or restore it from a backup"`,
    );
  });

  test('a file was renamed', () => {
    copy.delete('retreats/spring-2026/hosts.yaml').write('retreats/spring-2026/host.yaml', 'heading: Your hosts\n');
    expect(messages(copy)).toMatchInlineSnapshot(`
      "content/retreats/spring-2026/host.yaml: no page reads this file; did you mean "hosts.yaml"?
      content/retreats/spring-2026/hosts.yaml: this file is missing; copy it from the folder of another retreat, or restore it from a backup"
    `);
  });

  test('a file is empty', () => {
    copy.write('retreats/spring-2026/takeaways.yaml', '# nothing here yet\n');
    expect(messages(copy)).toMatchInlineSnapshot(`
    "content/retreats/spring-2026/takeaways.yaml: heading: this field is missing; write the heading here, in quotation marks if it holds a colon
    content/retreats/spring-2026/takeaways.yaml: items: this field is missing; write a list here: one "- " line each"
  `);
  });

  test('a sentence contains a colon and has no quotation marks', () => {
    copy.edit('retreats/spring-2026/hero.yaml', /^title: .*/mu, 'title: The retreat: three days');
    expect(messages(copy)).toMatchInlineSnapshot(
      `"content/retreats/spring-2026/hero.yaml: there is a second colon in this line; put the words after the first one in quotation marks"`,
    );
  });

  test('a quotation mark was not closed', () => {
    copy.edit('retreats/spring-2026/letter.yaml', /^closing: .*/mu, 'closing: "We’ll leave the lights on,');
    expect(messages(copy)).toMatchInlineSnapshot(
      `"content/retreats/spring-2026/letter.yaml: a quotation mark, bracket or comma is missing in this line or one before it"`,
    );
  });

  test('an apostrophe ends single quotation marks early', () => {
    copy.edit('retreats/spring-2026/hero.yaml', /^title: .*/mu, "title: 'We're open'");
    expect(messages(copy)).toMatchInlineSnapshot(
      `"content/retreats/spring-2026/hero.yaml: there is something here that does not belong; often after a closing quotation mark"`,
    );
  });

  test('a tab indents a line', () => {
    copy.edit('site.yaml', '  version:', '\tversion:');
    expect(messages(copy)).toMatchInlineSnapshot(`"content/site.yaml: this line is indented with a tab; use spaces"`);
  });

  test('a field appears twice', () => {
    copy.edit('retreats/spring-2026/hero.yaml', /^title: .*/mu, 'title: One\ntitle: Two');
    expect(messages(copy)).toMatchInlineSnapshot(
      `"content/retreats/spring-2026/hero.yaml: this field is there twice; keep one of the two"`,
    );
  });

  test('a date, a time and a time zone are written in words', () => {
    copy
      .edit(workshop, /^on: .*/mu, 'on: July 11th')
      .edit(workshop, /^at: .*/mu, 'at: 10am')
      .edit(workshop, /^zone: .*/mu, 'zone: Central');
    expect(messages(copy)).toMatchInlineSnapshot(`
    "content/speaker-series/relationships-that-power-your-brand.yaml: on: write a valid date as year-month-day, for example 2026-04-17
    content/speaker-series/relationships-that-power-your-brand.yaml: at: write the time with 24 hours and two digits each, for example 16:00
    content/speaker-series/relationships-that-power-your-brand.yaml: zone: no time zone has this name; write one such as America/Chicago"
  `);
  });

  test.each([
    ['2026-02-30', 'write a valid date as year-month-day, for example 2026-04-17'],
    ['0000-01-01', 'check the year; write one from 2000 to 2999, for example 2026-04-17'],
    ['9999-12-31', 'check the year; write one from 2000 to 2999, for example 2026-04-17'],
  ])('a day does not exist, or its year is a slip: %s', (day, message) => {
    copy.edit('retreats/spring-2026/facts.yaml', /^latest: .*/mu, `latest: ${day}`);
    expect(messages(copy)).toBe(`content/retreats/spring-2026/facts.yaml: latest: ${message}`);
  });

  test('numbers, yes and no are written in words', () => {
    copy
      .edit('retreats/spring-2026/facts.yaml', /^capacity: .*/mu, 'capacity: ten')
      .edit('retreats/spring-2026/facts.yaml', /^nights: .*/mu, 'nights: "3"')
      .edit('retreats/spring-2026/ticket.yaml', /^visible: .*/mu, 'visible: no')
      .edit('retreats/spring-2026/hero.yaml', 'visible: false', 'visible: "no"');
    expect(messages(copy)).toMatchInlineSnapshot(`
    "content/retreats/spring-2026/facts.yaml: nights: write a whole number in digits, without quotation marks
    content/retreats/spring-2026/facts.yaml: capacity: write the number of seats as digits
    content/retreats/spring-2026/hero.yaml: capacity.visible: write true or false, without quotation marks
    content/retreats/spring-2026/ticket.yaml: visible: write "visible: true" or "visible: false""
  `);
  });

  test('a session, a testimonial and a host are missing', () => {
    copy
      .edit('retreats/spring-2026/sessions.yaml', / {2}- title: Lunch and Learn\n(?: {4}.*\n)*/u, '')
      .edit('retreats/spring-2026/testimonials.yaml', / {2}- src: .*\n(?: {4}.*\n)*/u, '')
      .edit('retreats/spring-2026/hosts.yaml', / {2}- sample: true\n {4}name: Junia[^]*/u, '');
    expect(messages(copy)).toMatchInlineSnapshot(`
    "content/retreats/spring-2026/testimonials.yaml: pictures: three pictures belong here; there are 2
    content/retreats/spring-2026/sessions.yaml: sessions: nine sessions belong here; there are 8
    content/retreats/spring-2026/hosts.yaml: hosts: two hosts belong here; there is 1"
  `);
  });

  test('a list is a sentence, and a group is a word', () => {
    copy
      .edit('retreats/spring-2026/questions.yaml', /(answer:)\n +- .*/u, '$1 Everyone can come.')
      .edit('retreats/spring-2026/guest-speaker.yaml', /book:\n(?: {2}.*\n)*/u, 'book: The Patient Multiple\n');
    expect(messages(copy)).toMatchInlineSnapshot(`
    "content/retreats/spring-2026/guest-speaker.yaml: book: write its fields here, each on a line of its own and indented by two spaces
    content/retreats/spring-2026/questions.yaml: questions[1].answer: write the answer as a list: one "- " line a paragraph"
  `);
  });

  test('an option and a provider are invalid', () => {
    copy
      .edit(workshop, /^registration: .*/mu, 'registration: yes')
      .edit('site.yaml', /^ {2}host: .*/mu, '  host: https://example.provider.com/');
    expect(messages(copy)).toMatchInlineSnapshot(`
    "content/site.yaml: forms.host: write only the host, without https:// and without a path, for example example.provider.com; or "" to keep forms on this site
    content/speaker-series/relationships-that-power-your-brand.yaml: registration: write open, closed or until-start"
  `);
  });

  test('the file name of a workshop is not a valid address, and the last workshop was deleted', () => {
    copy.delete(workshop).write('speaker-series/My Workshop.yml', 'title: Mine\n');
    expect(messages(copy)).toMatchInlineSnapshot(
      `"content/speaker-series/My Workshop.yml: the file's name becomes an address; use lowercase letters, digits and hyphens, and end it with .yaml"`,
    );
    copy.delete('speaker-series/My Workshop.yml');
    expect(messages(copy)).toMatchInlineSnapshot(
      `"content/speaker-series: there is no workshop in this folder; restore it from a backup, or copy it from the version of the site that you run"`,
    );
  });

  test('several files have errors', () => {
    copy
      .edit('retreats/spring-2026/letter.yaml', 'heading:', 'heding:')
      .edit('site.yaml', /^footerYear: .*/mu, 'footerYear: 25')
      .edit('words.yaml', /^notFound:/mu, 'notFond:');
    expect(messages(copy)).toMatchInlineSnapshot(`
    "content/site.yaml: footerYear: write the year as four digits
    content/words.yaml: notFond: there is no field "notFond"; did you mean "notFound"?
    content/retreats/spring-2026/letter.yaml: heding: there is no field "heding"; did you mean "heading"?"
  `);
  });
});

test('an error message ends with the line of the file', () => {
  copy.write('retreats/spring-2026/takeaways.yaml', 'heading: What you leave with\nitems:\n  - one\n  -\n');
  expect(() => loadContent(copy.folder)).toThrow(
    'content/retreats/spring-2026/takeaways.yaml: items[2]: write what a founder leaves with here',
  );
  expect(() => loadContent(copy.folder)).toThrow('(line 4)');
});

test('loadContent reads the files every time', () => {
  expect(loadContent(copy.folder).retreats[0]!.hero.title).not.toBe('Changed');
  copy.edit('retreats/spring-2026/hero.yaml', /^title: .*/mu, 'title: Changed');
  expect(loadContent(copy.folder).retreats[0]!.hero.title).toBe('Changed');
});

test('workshops are sorted by date and have their slugs', () => {
  copy.write('speaker-series/an-earlier-one.yaml', copy.read(workshop).replace('2025-07-11', '2025-05-09'));
  expect(loadContent(copy.folder).workshops.map(({ slug }) => slug)).toEqual(['an-earlier-one', 'relationships-that-power-your-brand']);
});

test('texts are derived from facts, and a file can override each', () => {
  copy
    .edit(workshop, /^on: .*/mu, 'on: 2026-05-14')
    .edit(workshop, /^at: .*/mu, 'at: "16:30"')
    .edit(workshop, /^zone: .*/mu, 'zone: America/New_York')
    .edit(workshop, /^minutes: .*/mu, 'minutes: 90')
    .edit('retreats/spring-2026/facts.yaml', /^capacity: .*/mu, 'capacity: 12');
  const { workshops, retreats } = loadContent(copy.folder);
  expect(workshops[0]).toMatchObject({
    dateText: 'Thursday, May 14th',
    timeText: '4:30pm Eastern',
    lengthText: '1 hour, 30 minutes',
    form: { name: 'Founder House Speaker Series: Wrenna Halloway, Thursday, May 14th, 2026' },
  });
  expect(retreats[0]!.hero.capacity.text).toBe('Limited to 12 attendees. Once 12 founders are reached, a waitlist opens.');

  copy
    .edit(workshop, /^minutes: .*/mu, '$&\ndateText: May 14\ntimeText: Half past four\nlengthText: An hour and a half')
    .edit(workshop, 'form:\n', 'form:\n  name: The spring form\n')
    .edit('retreats/spring-2026/letter.yaml', /^date: .*/mu, '$&\nupdatedText: As of November')
    .edit('retreats/spring-2026/next-steps.yaml', 'at: "16:00"', '$&\n  text: Come at four');
  const overridden = loadContent(copy.folder);
  expect(overridden.workshops[0]).toMatchObject({
    dateText: 'May 14',
    timeText: 'Half past four',
    lengthText: 'An hour and a half',
    form: { name: 'The spring form' },
  });
  expect(overridden.retreats[0]!.letter.updatedText).toBe('As of November');
  expect([overridden.retreats[0]!.nextSteps.checkIn.text, overridden.retreats[0]!.nextSteps.checkOut.text]).toEqual([
    'Come at four',
    'Check-out by 11:00 am on October 23',
  ]);
});
