import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { loadContent } from '../content/load.ts';
import type { WorkshopContent } from '../content/schemas/workshop.ts';
import { calendarLinks, calendarOf } from './calendar.ts';

/** The calendar file, parsed by another program (ical.js, which Thunderbird uses). */
const { site, workshops } = loadContent();
const origin = new URL('https://founderhouse.example');
const summer: WorkshopContent = {
  ...(workshops[0] as WorkshopContent),
  slug: 'talk',
  on: '2025-07-11',
  at: '10:00',
  zone: 'America/Chicago',
  minutes: 60,
};
const calendarFile = (workshop: WorkshopContent, entry = {}) =>
  calendarOf(workshop, site, origin, { sequence: 3, changedAt: new Date('2025-06-01T00:00:00Z'), ...entry });

function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents('vevent');
  const [component] = events as [ICAL.Component];
  return { calendar, events, component, event: new ICAL.Event(component) };
}

const specialText =
  'Größe, “trust”; a \\ and 👩‍👩‍👧‍👦🏡🏡🏡🏡🏡🏡🏡🏡🏡🏡🏡🏡🏡🏡🏡🏡🏡🏡🏡🏡 日本語日本語日本語日本語日本語日本語日本語日本語 עברית';

it.each([
  ['in summer', '2025-07-11', 'America/Chicago', '2025-07-11T15:00:00Z', '2025-07-11T16:00:00Z'],
  ['in winter', '2025-12-12', 'America/Chicago', '2025-12-12T16:00:00Z', '2025-12-12T17:00:00Z'],
  ['on the day before the clocks change', '2026-03-07', 'America/Chicago', '2026-03-07T16:00:00Z', '2026-03-07T17:00:00Z'],
  ['on the day of the clock change', '2026-03-08', 'America/Chicago', '2026-03-08T15:00:00Z', '2026-03-08T16:00:00Z'],
  ['in a zone without daylight saving', '2025-07-11', 'America/Phoenix', '2025-07-11T17:00:00Z', '2025-07-11T18:00:00Z'],
])('the calendar file has the correct time in UTC %s', (_when, on, zone, start, end) => {
  const { event, calendar } = read(calendarFile({ ...summer, on, zone }));
  expect([event.startDate.toString(), event.endDate.toString()]).toEqual([start, end]);
  expect(event.startDate.zone).toBe(ICAL.Timezone.utcTimezone);
  expect(calendar.getAllSubcomponents('vtimezone')).toEqual([]);
});

it('the calendar file has one event with a stable UID and the sequence of its version', () => {
  const { events, event, component, calendar } = read(calendarFile(summer));
  expect(events.length).toBe(1);
  expect([event.uid, event.sequence]).toEqual(['talk@founderhouse.example', 3]);
  expect([calendar.getFirstPropertyValue('method'), component.getFirstPropertyValue('status')]).toEqual(['PUBLISH', 'CONFIRMED']);
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
});

it('the calendar file leads to the permanent address of the workshop', () => {
  const { component } = read(calendarFile(summer));
  expect(component.getFirstPropertyValue('url')).toBe('https://founderhouse.example/speaker-series/talk');
});

it('the calendar file has an alarm 15 minutes before the start', () => {
  const [alarm] = read(calendarFile(summer)).component.getAllSubcomponents('valarm');
  expect(alarm?.getFirstPropertyValue('action')).toBe('DISPLAY');
  expect(String(alarm?.getFirstPropertyValue('trigger'))).toBe('-PT15M');
});

it('the calendar file of a cancelled workshop cancels the event and has no alarm', () => {
  const { calendar, component } = read(calendarFile({ ...summer, cancelled: true }));
  expect([calendar.getFirstPropertyValue('method'), component.getFirstPropertyValue('status')]).toEqual(['CANCEL', 'CANCELLED']);
  expect(component.getAllSubcomponents('valarm')).toEqual([]);
});

it('the calendar file has the alarm after every property of its event (RFC 5545, 3.6.1)', () => {
  expect(calendarFile(summer)).toMatch(/\r\nEND:VALARM\r\nEND:VEVENT\r\n/u);
});

it('the calendar file contains how to join only on request', () => {
  const [text, join] = ['Open the link; it is yours, only', 'https://founderhouse.example/join/a-token'];
  const workshop = { ...summer, join: { text } };
  expect(calendarFile(workshop)).not.toContain('Open the link');
  const { event } = read(calendarFile(workshop, { join }));
  expect(event.location).toBe(join);
  expect(event.description).toContain(`${text}\n\n${join}`);
});

describe('a calendar file with commas, semicolons, line breaks, emoji and multi-byte characters', () => {
  const text = calendarFile(
    {
      ...summer,
      title: specialText,
      place: specialText,
      description: `${specialText}\nBEGIN:VALARM\r\n${specialText}`,
      join: { text: specialText },
    },
    { join: 'https://founderhouse.example/join/a-token' },
  );

  it('ends every line with CR LF, after at most 75 octets and never within a character', () => {
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/u);
    const lines = text.slice(0, -2).split('\r\n');
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
    expect(lines.filter((line) => line === '' || !line.isWellFormed())).toEqual([]);
    expect(lines.filter((line) => line.startsWith(' ')).length).toBeGreaterThan(10);
  });

  it('parses to the original texts', () => {
    const { event, component } = read(text);
    expect([event.summary, event.location]).toEqual([specialText, 'https://founderhouse.example/join/a-token']);
    expect(event.description.replaceAll('\r', '')).toContain(`${specialText}\nBEGIN:VALARM\n${specialText}`);
    expect(component.getAllSubcomponents('valarm').length).toBe(1);
  });
});

it('the names of a calendar and of its producer are escaped (RFC 5545, 3.3.11)', () => {
  const series = 'Founders, franchisors; and a \\\nBEGIN:VEVENT\r\n“more”';
  const text = calendarOf({ ...summer, series }, { ...site, name: 'Founders, Franchisors; a \\' }, origin, {
    sequence: 3,
    changedAt: new Date('2025-06-01T00:00:00Z'),
  });
  const { calendar, events } = read(text);
  expect(events.length).toBe(1);
  // ical.js does not know NAME, and returns it as it is in the file.
  const escaped = String.raw`Founders\, franchisors\; and a \\\nBEGIN:VEVENT\n“more”`;
  expect(['name', 'x-wr-calname'].map((property) => calendar.getFirstPropertyValue(property))).toEqual([escaped, escaped]);
  expect(calendar.getFirstPropertyValue('prodid')).toBe('-//Founders, Franchisors; a \\//Speaker series//EN');
});

describe('the links to web calendars', () => {
  const links = calendarLinks(
    { ...summer, title: `${specialText} + more` },
    { file: 'https://founderhouse.example/talk.ics', join: 'https://founderhouse.example/join/a-token' },
  );
  const at = (host: string) => new URL(links.find(({ href }) => new URL(href).host === host)?.href as string);

  it('prefill Google’s form', () => {
    const { pathname, searchParams: query } = at('calendar.google.com');
    expect([pathname, query.get('action'), query.get('dates')]).toEqual([
      '/calendar/render',
      'TEMPLATE',
      '20250711T150000Z/20250711T160000Z',
    ]);
    expect([query.get('text'), query.get('location')]).toEqual([`${specialText} + more`, 'https://founderhouse.example/join/a-token']);
    expect(query.get('details')).toContain(summer.join.text);
  });

  it.each(['outlook.live.com', 'outlook.office.com'])('prefill the form of %s', (host) => {
    const { pathname, searchParams: query, search } = at(host);
    expect([pathname, query.get('rru')]).toEqual(['/calendar/0/deeplink/compose', 'addevent']);
    expect([query.get('startdt'), query.get('enddt')]).toEqual(['2025-07-11T15:00:00.000Z', '2025-07-11T16:00:00.000Z']);
    expect(query.get('subject')).toBe(`${specialText} + more`);
    // Outlook would show a plus sign that encodes a space.
    expect(search).not.toContain('+');
  });

  it('end with the calendar file', () => {
    expect(links.at(-1)?.href).toBe('https://founderhouse.example/talk.ics');
  });
});
