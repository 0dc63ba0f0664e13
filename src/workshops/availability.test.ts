import { describe, expect, test } from 'vitest';
import { loadContent } from '../content/load.ts';
import type { WorkshopContent } from '../content/schemas/workshop.ts';
import { calendarOf } from './calendar.ts';
import { availabilityIn } from './phases.ts';
import { structuredDataOf } from './structured-data.ts';

const content = loadContent();
const { site, workshops } = content;
const phases = ['upcoming', 'underway', 'over'] as const;
const summer: WorkshopContent = {
  ...workshops[0]!,
  slug: 'summer-talk',
  on: '2025-07-11',
  at: '10:00',
  zone: 'America/Chicago',
  minutes: 60,
};
const origin = new URL('https://founderhouse.example');
const place = { origin, address: 'https://founderhouse.example/speaker-series' };

const notices = (registration: WorkshopContent['registration']) =>
  phases.map((phase) => availabilityIn(phase, { ...summer, registration }, content).notice?.title);

describe('the availability of a workshop', () => {
  test.each([
    ['open', [true, true, true]],
    ['until-start', [true, false, false]],
    ['closed', [false, false, false]],
  ] as const)('with registration %s', (registration, open) => {
    expect(phases.map((phase) => availabilityIn(phase, { ...summer, registration }, content).open)).toEqual(open);
  });

  test('has no notice before the start while registration is open, and a notice otherwise', () => {
    expect(notices('open')).toEqual([undefined, 'Happening now', 'This workshop is over']);
    expect(notices('closed')).toEqual(['Registration is closed', 'Happening now', 'This workshop is over']);
  });
});

describe('the calendar file of a workshop', () => {
  const lines = calendarOf(summer, site, origin, { sequence: 3, stamp: new Date('2025-06-01T00:00:00Z') })
    .replaceAll('\r\n ', '')
    .split('\r\n');

  test('has times in UTC and no time zone', () => {
    expect(lines).toContain('DTSTART:20250711T150000Z');
    expect(lines).toContain('DTEND:20250711T160000Z');
    expect(lines.join('\n')).not.toMatch(/TZID|VTIMEZONE/u);
  });

  test('leads to the permanent address of the workshop', () => {
    expect(lines).toContain('URL;VALUE=URI:https://founderhouse.example/speaker-series/summer-talk');
  });

  test('has a stable UID and ends with a line break', () => {
    expect(lines).toContain('UID:summer-talk@founderhouse.example');
    expect(lines.slice(-2)).toEqual(['END:VCALENDAR', '']);
  });
});

test('the structured data of a workshop describes a free online event with absolute addresses', () => {
  const [event, breadcrumbs] = structuredDataOf(summer, site, { ...place, isOver: false });
  expect(event).toMatchObject({
    '@type': 'Event',
    startDate: '2025-07-11T15:00:00.000Z',
    location: { '@type': 'VirtualLocation', url: 'https://founderhouse.example/speaker-series' },
    image: ['https://founderhouse.example/cards/summer-talk.png'],
    isAccessibleForFree: true,
  });
  expect(breadcrumbs).toMatchObject({ '@type': 'BreadcrumbList' });
});

const typesAfterwards = (workshop: WorkshopContent) =>
  structuredDataOf(workshop, site, { ...place, isOver: true }).map((data) => (data as { '@type': string })['@type']);

describe('a workshop with `afterwards: turn`', () => {
  const turned: WorkshopContent = { ...summer, afterwards: 'turn' };

  test('states after its end when it took place, and takes names for the next workshop', () => {
    expect(availabilityIn('over', turned, content)).toMatchObject({
      isForNext: true,
      notice: { text: 'It took place on Friday, July 11th, 2025. Leave your name, and we’ll write to you when the next one is set.' },
    });
    expect(availabilityIn('upcoming', turned, content).isForNext).toBe(false);
    expect(availabilityIn('over', { ...turned, registration: 'closed' }, content)).toMatchObject({ isForNext: false, open: false });
  });

  test('has no structured data of an event after its end', () => {
    expect(typesAfterwards(turned)).toEqual(['BreadcrumbList']);
    expect(typesAfterwards(summer)).toEqual(['Event', 'BreadcrumbList']);
  });
});

test.each([
  ['as announced', {}, { eventStatus: 'https://schema.org/EventScheduled' }],
  ['cancelled', { cancelled: true }, { eventStatus: 'https://schema.org/EventCancelled' }],
  ['moved', { movedFrom: '2025-07-04' }, { eventStatus: 'https://schema.org/EventRescheduled', previousStartDate: '2025-07-04' }],
] as const)('the structured data of a workshop tells search engines that it is %s', (_, facts, expected) => {
  const [event] = structuredDataOf({ ...summer, ...facts }, site, { ...place, isOver: false });
  expect(event).toMatchObject(expected);
});
