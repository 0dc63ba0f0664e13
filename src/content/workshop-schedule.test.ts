import { describe, expect, test } from 'vitest';
import {
  endOfWorkshop,
  featuredWorkshop,
  isRegistrationOpen,
  phaseOfWorkshop,
  startOfWorkshop,
  type Registrable,
} from './workshop-schedule.ts';

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
const secondsFrom = (instant: Date, seconds: number) => new Date(instant.getTime() + seconds * 1000);

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
