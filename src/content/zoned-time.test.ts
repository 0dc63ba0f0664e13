import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayAt, instantOf } from './zoned-time.ts';

const iso = (on: string, at: string, zone = 'America/Chicago') => instantOf(on, at, zone).toISOString();

describe('the time in a zone', () => {
  test('is five hours behind UTC in summer and six in winter in Texas', () => {
    expect(iso('2025-07-11', '10:00')).toBe('2025-07-11T15:00:00.000Z');
    expect(iso('2025-12-05', '10:00')).toBe('2025-12-05T16:00:00.000Z');
  });

  test('switches to daylight saving on the second Sunday of March', () => {
    expect(iso('2026-03-07', '10:00')).toBe('2026-03-07T16:00:00.000Z');
    expect(iso('2026-03-08', '01:59')).toBe('2026-03-08T07:59:00.000Z');
    expect(iso('2026-03-08', '03:00')).toBe('2026-03-08T08:00:00.000Z');
    expect(iso('2026-03-08', '10:00')).toBe('2026-03-08T15:00:00.000Z');
  });

  test('reads a skipped hour as the hour after it', () => {
    expect(iso('2026-03-08', '02:30')).toBe(iso('2026-03-08', '03:30'));
  });

  test('switches back on the first Sunday of November, and reads a repeated hour as the first one', () => {
    expect(iso('2026-10-31', '10:00')).toBe('2026-10-31T15:00:00.000Z');
    expect(iso('2026-11-01', '00:59')).toBe('2026-11-01T05:59:00.000Z');
    expect(iso('2026-11-01', '01:30')).toBe('2026-11-01T06:30:00.000Z');
    expect(iso('2026-11-01', '02:00')).toBe('2026-11-01T08:00:00.000Z');
    expect(iso('2026-11-01', '10:00')).toBe('2026-11-01T16:00:00.000Z');
  });

  test('supports zones with half hours, at the date line and in the southern hemisphere', () => {
    expect(iso('2026-01-15', '10:00', 'Asia/Kolkata')).toBe('2026-01-15T04:30:00.000Z');
    expect(iso('2026-01-15', '10:00', 'Pacific/Kiritimati')).toBe('2026-01-14T20:00:00.000Z');
    expect(iso('2026-01-15', '10:00', 'Australia/Sydney')).toBe('2026-01-14T23:00:00.000Z');
    expect(iso('2026-01-15', '10:00', 'UTC')).toBe('2026-01-15T10:00:00.000Z');
  });
});

test('every day and time formats to itself in its zone, unless the zone skips it', () => {
  const zones = ['America/Chicago', 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Kiritimati', 'UTC'];
  const minutes = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(minutes, fc.constantFrom(...zones), (date, zone) => {
      const [on, at] = [date.toISOString().slice(0, 10), date.toISOString().slice(11, 16)];
      const shown = instantOf(on, at, zone).toLocaleString('sv-SE', { timeZone: zone }).slice(0, 16);
      const skipped = [0, 30, 60].map((gap) => new Date(Date.parse(`${on}T${at}Z`) + gap * 60_000).toISOString().slice(0, 16));
      expect(skipped).toContain(shown.replace(' ', 'T'));
      expect(dayAt(instantOf(on, '12:00', zone), zone)).toBe(on);
    }),
  );
});
