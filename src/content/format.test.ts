import { expect, test } from 'vitest';
import {
  formatDay,
  formatDeadline,
  formatDuration,
  formatLetterDay,
  formatMinutes,
  formatOffset,
  formatShortTime,
  formatTime,
  formatWeekdayAndDay,
  formatZone,
  ordinalDay,
  pluralize,
  spellOut,
} from './format.ts';
import { interpolate, unknownPlaceholder } from './placeholders.ts';

test('a day is formatted with its weekday, in full, and as the date of a letter', () => {
  expect(formatWeekdayAndDay('2025-07-11')).toBe('Friday, July 11th');
  expect(formatDay('2025-07-11')).toBe('July 11, 2025');
  expect(formatDay('2025-07-11', { dateStyle: 'full' })).toBe('Friday, July 11, 2025');
  expect(formatLetterDay('2025-11-01')).toBe('1st of November, 2025');
});

test('a day of the month gets its ordinal suffix', () => {
  const days = ['01', '02', '03', '04', '11', '12', '13', '21', '22', '23', '31'];
  expect(days.map((day) => ordinalDay(`2025-07-${day}`)).join(' ')).toBe('1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 23rd 31st');
});

test('a time is formatted on the 12-hour clock', () => {
  expect(['00:00', '09:05', '12:00', '16:00'].map(formatTime)).toEqual(['12:00 am', '9:05 am', '12:00 pm', '4:00 pm']);
  expect(['00:00', '10:00', '12:30', '16:00'].map(formatShortTime)).toEqual(['12am', '10am', '12:30pm', '4pm']);
});

test('a time zone has one name in summer and in winter, and its offset follows the date', () => {
  const zones = ['America/Chicago', 'America/New_York', 'America/Phoenix', 'Europe/Berlin', 'UTC'];
  expect(zones.map(formatZone)).toEqual(['Central', 'Eastern', 'Mountain Standard', 'Central European', 'UTC']);
  expect(formatOffset(new Date('2025-07-11'), 'America/Chicago')).toBe('UTC-05:00');
  expect(formatOffset(new Date('2025-12-11'), 'America/Chicago')).toBe('UTC-06:00');
});

test('a deadline is formatted in the time zone of the retreat, without a line break before "pm"', () => {
  expect(formatDeadline('2026-11-28T23:00:00Z')).toBe('Saturday, November 28, 2026, at 5:00\u00A0pm Central time');
  expect(formatDeadline('2026-07-01T04:59:00Z')).toBe('Tuesday, June 30, 2026, at 11:59\u00A0pm Central time');
});

test('durations and counts are formatted with their units', () => {
  expect([60, 90, 45, 120].map(formatMinutes)).toEqual(['1 hour', '1 hour, 30 minutes', '45 minutes', '2 hours']);
  expect(formatDuration({ seconds: 1 })).toBe('1 second');
  expect([pluralize(1, 'founder'), pluralize(2000, 'founder'), pluralize(0, 'delivery', 'deliveries')]).toEqual([
    '1 founder',
    '2,000 founders',
    '0 deliveries',
  ]);
  expect([1, 10, 12, 13].map(spellOut)).toEqual(['one', 'ten', 'twelve', '13']);
});

test('placeholders are replaced by their values, and unknown ones and single braces are found', () => {
  expect(interpolate('{firstName}, {firstName} of {brand}', { firstName: 'Ada', brand: '$& {firstName}' })).toBe(
    'Ada, Ada of $& {firstName}',
  );
  expect(unknownPlaceholder('Hello {firstName}', ['firstName'])).toBeUndefined();
  expect(unknownPlaceholder('Hello {FirstName}', ['firstName'])).toBe('{FirstName}');
  expect(unknownPlaceholder('Hello {firstName', ['firstName'])).toBe('{');
});
