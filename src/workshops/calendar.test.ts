import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { loadContent } from '../content/load.ts';
import type { WorkshopContent } from '../content/schemas/workshop.ts';
import { calendarLinks, calendarOf } from './calendar.ts';

/** The calendar file, as another program reads it (ical.js, which Thunderbird uses). */
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
const written = (workshop: WorkshopContent, entry = {}) =>
  calendarOf(workshop, site, origin, { sequence: 3, stamp: new Date('2025-06-01T00:00:00Z'), ...entry });

function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents('vevent');
  const [component] = events as [ICAL.Component];
  return { calendar, events, component, event: new ICAL.Event(component) };
}

const hard = 'Größe, “trust”; a \\ and 👩‍👩‍👧‍👦🏡🏡🏡🏡🏡🏡🏡🏡🏡🏡🏡🏡🏡🏡🏡🏡🏡🏡🏡🏡 日本語日本語日本語日本語日本語日本語日本語日本語 עברית';

it.each([
  ['in summer', '2025-07-11', 'America/Chicago', '2025-07-11T15:00:00Z', '2025-07-11T16:00:00Z'],
  ['in winter', '2025-12-12', 'America/Chicago', '2025-12-12T16:00:00Z', '2025-12-12T17:00:00Z'],
  ['on the day before the clocks change', '2026-03-07', 'America/Chicago', '2026-03-07T16:00:00Z', '2026-03-07T17:00:00Z'],
  ['on the day on which they do', '2026-03-08', 'America/Chicago', '2026-03-08T15:00:00Z', '2026-03-08T16:00:00Z'],
  ['where they never do', '2025-07-11', 'America/Phoenix', '2025-07-11T17:00:00Z', '2025-07-11T18:00:00Z'],
])('holds the right hour in UTC %s', (_when, on, zone, start, end) => {
  const { event, calendar } = read(written({ ...summer, on, zone }));
  expect([event.startDate.toString(), event.endDate.toString()]).toEqual([start, end]);
  expect(event.startDate.zone).toBe(ICAL.Timezone.utcTimezone);
  expect(calendar.getAllSubcomponents('vtimezone')).toEqual([]);
});

it('holds one event, whose name stays and whose version grows', () => {
  const { events, event, component, calendar } = read(written(summer));
  expect(events.length).toBe(1);
  expect([event.uid, event.sequence]).toEqual(['talk@founderhouse.example', 3]);
  expect([calendar.getFirstPropertyValue('method'), component.getFirstPropertyValue('status')]).toEqual(['PUBLISH', 'CONFIRMED']);
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
});

it('rings a quarter of an hour before', () => {
  const [alarm] = read(written(summer)).component.getAllSubcomponents('valarm');
  expect(alarm?.getFirstPropertyValue('action')).toBe('DISPLAY');
  expect(String(alarm?.getFirstPropertyValue('trigger'))).toBe('-PT15M');
});

it('takes a cancelled workshop out, and rings no more', () => {
  const { calendar, component } = read(written({ ...summer, cancelled: true }));
  expect([calendar.getFirstPropertyValue('method'), component.getFirstPropertyValue('status')]).toEqual(['CANCEL', 'CANCELLED']);
  expect(component.getAllSubcomponents('valarm')).toEqual([]);
});

it('says how to join only where that is asked for', () => {
  const join = { text: 'Open the link', url: 'https://meet.example/abc?pwd=1;2,3' };
  expect(written({ ...summer, join })).not.toContain('meet.example');
  const { event } = read(written({ ...summer, join }, { joining: true }));
  expect(event.location).toBe(join.url);
  expect(event.description).toContain(`${join.text}\n\n${join.url}`);
});

describe('with commas, semicolons, line breaks, emoji and letters of many bytes', () => {
  const text = written(
    { ...summer, title: hard, place: hard, description: `${hard}\nBEGIN:VALARM\r\n${hard}`, join: { text: hard } },
    { joining: true },
  );

  it('ends every line with CR LF, after 75 octets at most and never within a letter', () => {
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/u);
    const lines = text.slice(0, -2).split('\r\n');
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
    expect(lines.filter((line) => line === '' || !line.isWellFormed())).toEqual([]);
    expect(lines.filter((line) => line.startsWith(' ')).length).toBeGreaterThan(10);
  });

  it('comes back as it went in', () => {
    const { event, component } = read(text);
    expect([event.summary, event.location]).toEqual([hard, hard]);
    expect(event.description.replaceAll('\r', '')).toContain(`${hard}\nBEGIN:VALARM\n${hard}`);
    expect(component.getAllSubcomponents('valarm').length).toBe(1);
  });
});

describe('the links for calendars on the web', () => {
  const links = calendarLinks({ ...summer, title: `${hard} + more` }, { file: 'https://founderhouse.example/talk.ics', joining: true });
  const at = (host: string) => new URL(links.find(({ href }) => new URL(href).host === host)?.href as string);

  it('fill in Google’s form', () => {
    const { pathname, searchParams: query } = at('calendar.google.com');
    expect([pathname, query.get('action'), query.get('dates')]).toEqual([
      '/calendar/render',
      'TEMPLATE',
      '20250711T150000Z/20250711T160000Z',
    ]);
    expect([query.get('text'), query.get('location')]).toEqual([`${hard} + more`, summer.place]);
    expect(query.get('details')).toContain(summer.join.text);
  });

  it.each(['outlook.live.com', 'outlook.office.com'])('fill in the form of %s', (host) => {
    const { pathname, searchParams: query, search } = at(host);
    expect([pathname, query.get('rru')]).toEqual(['/calendar/0/deeplink/compose', 'addevent']);
    expect([query.get('startdt'), query.get('enddt')]).toEqual(['2025-07-11T15:00:00.000Z', '2025-07-11T16:00:00.000Z']);
    expect(query.get('subject')).toBe(`${hard} + more`);
    // Outlook shows a plus sign as one.
    expect(search).not.toContain('+');
  });

  it('name the file last', () => {
    expect(links.at(-1)?.href).toBe('https://founderhouse.example/talk.ics');
  });
});
