import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dayAt,
  endOfWorkshop,
  featuredWorkshop,
  instantOf,
  isRegistrationOpen,
  phaseOfWorkshop,
  startOfWorkshop,
  type Registrable,
} from './schedule.ts';

const workshop = (on: string, more: Partial<Registrable> = {}): Registrable => ({
  on,
  at: '10:00',
  zone: 'America/Chicago',
  minutes: 60,
  registration: 'open',
  cancelled: false,
  afterwards: 'keep',
  ...more,
});
const iso = (on: string, at: string, zone = 'America/Chicago') => instantOf(on, at, zone).toISOString();
const secondsFrom = (instant: Date, seconds: number) => new Date(instant.getTime() + seconds * 1000);

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

describe('a workshop', () => {
  const summer = workshop('2025-07-11');

  test('ends after its minutes, also across a clock change', () => {
    expect(endOfWorkshop(summer).toISOString()).toBe('2025-07-11T16:00:00.000Z');
    const late = workshop('2026-03-08', { at: '01:30' });
    expect(endOfWorkshop(late).getTime() - startOfWorkshop(late).getTime()).toBe(3_600_000);
  });

  test('is upcoming until the second before it starts, and over from the second it ends', () => {
    expect(phaseOfWorkshop(summer, secondsFrom(startOfWorkshop(summer), -1))).toBe('upcoming');
    expect(phaseOfWorkshop(summer, startOfWorkshop(summer))).toBe('underway');
    expect(phaseOfWorkshop(summer, secondsFrom(endOfWorkshop(summer), -1))).toBe('underway');
    expect(phaseOfWorkshop(summer, endOfWorkshop(summer))).toBe('over');
  });

  test('accepts registrations according to its `registration`', () => {
    const [before, start] = [secondsFrom(startOfWorkshop(summer), -1), startOfWorkshop(summer)];
    const taken = (registration: Registrable['registration'], now: Date) =>
      isRegistrationOpen({ ...summer, registration }, now, { isFeatured: true });
    expect([taken('open', before), taken('open', endOfWorkshop(summer))]).toEqual([true, true]);
    expect([taken('closed', before), taken('closed', start)]).toEqual([false, false]);
    expect([taken('until-start', before), taken('until-start', start)]).toEqual([true, false]);
    expect(taken('until-start', endOfWorkshop(summer))).toBe(false);
  });

  test('with `afterwards: turn` takes sign-ups for the next workshop after its end', () => {
    const taken = (registration: Registrable['registration'], now: Date) =>
      isRegistrationOpen({ ...summer, registration, afterwards: 'turn' }, now, { isFeatured: true });
    expect([taken('until-start', startOfWorkshop(summer)), taken('until-start', endOfWorkshop(summer))]).toEqual([false, true]);
    expect(taken('closed', endOfWorkshop(summer))).toBe(false);
  });
});

describe('the featured workshop', () => {
  const [july, september, november] = [workshop('2025-07-11'), workshop('2025-09-12'), workshop('2025-11-07')];
  const all = [september, november, july];

  test('is the next workshop', () => {
    expect(featuredWorkshop(all, new Date('2025-06-01T00:00:00Z'))).toBe(july);
    expect(featuredWorkshop(all, new Date('2025-08-01T00:00:00Z'))).toBe(september);
  });

  test('stays the same while it is underway, and changes the second it is over', () => {
    expect(featuredWorkshop(all, secondsFrom(endOfWorkshop(july), -1))).toBe(july);
    expect(featuredWorkshop(all, endOfWorkshop(july))).toBe(september);
  });

  test('is the latest after all are over', () => {
    expect(featuredWorkshop(all, new Date('2026-01-01T00:00:00Z'))).toBe(november);
  });

  test('is a cancelled one only if all are cancelled', () => {
    const off = { ...september, cancelled: true };
    expect(featuredWorkshop([july, off, november], endOfWorkshop(july))).toBe(november);
    expect(featuredWorkshop([july, off], endOfWorkshop(july))).toBe(july);
    expect(featuredWorkshop([off], endOfWorkshop(july))).toBe(off);
  });

  test('does not reorder the list it is given', () => {
    featuredWorkshop(all, new Date());
    expect(all).toEqual([september, november, july]);
  });
});
