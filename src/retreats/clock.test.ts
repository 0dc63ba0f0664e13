import { describe, expect, it } from 'vitest';
import { lapseInvitations } from './jobs.ts';
import { engines } from '../../test/support/temporary-database.ts';
import { day, smallHouse } from '../../test/support/retreat-house.ts';

const hour = 60 * 60_000;
const at = (date: number, hours: number) => new Date(day(date).getTime() + hours * hour);

describe.each(engines)('the clock, over %s', (engine) => {
  it('reminds two days before the end, once, and lets the invitation lapse at its end', async () => {
    await using house = await smallHouse(engine);
    const tick = () => lapseInvitations(house.store.waitlist, house.rules, house.clock.now);
    await house.join('ada');
    await house.invite('ada');
    const seen: [string, boolean, string][] = [];
    for (const now of [at(5, 23.9), at(6, 0), at(6, 1), at(7, 23.9), at(8, 0), at(9, 0)]) {
      house.clock.now = now;
      seen.push([now.toISOString().slice(8, 16), await tick(), await house.state('ada')]);
    }
    expect(seen).toEqual([
      ['06T14:54', false, 'invited'],
      ['06T15:00', true, 'invited'],
      ['06T16:00', false, 'invited'],
      ['08T14:54', false, 'invited'],
      ['08T15:00', true, 'lapsed'],
      ['09T15:00', false, 'lapsed'],
    ]);
    expect(await house.mails('ada')).toEqual(['invitation', 'invitation-reminder']);
    expect((await house.history('ada')).at(-1)).toBe('08 clock lapse lapsed');
    expect(await house.answer('ada', 'accept')).toEqual({ kind: 'gone' });
  });

  it('takes no answer at the very end, before the clock has come by', async () => {
    await using house = await smallHouse(engine);
    await house.join('ada');
    await house.invite('ada');
    house.clock.now = day(8);
    expect(await house.answer('ada', 'accept')).toEqual({ kind: 'gone' });
    house.clock.now = new Date(day(8).getTime() - 1);
    expect(await house.answer('ada', 'accept')).toMatchObject({ state: 'accepted' });
  });

  it('reminds nobody who has answered, nor one who was invited for two days or fewer', async () => {
    await using house = await smallHouse(engine);
    for (const name of ['ada', 'bea']) await house.join(name);
    await house.invite('ada');
    await house.invite('bea', { days: 2 });
    await house.answer('ada', 'later');
    for (const now of [at(1, 1), at(2, 1), at(7, 0)]) {
      house.clock.now = now;
      expect(await house.remind()).toBe(0);
    }
  });

  it('may come by on many instances at once', async () => {
    await using house = await smallHouse(engine);
    await house.join('ada');
    await house.invite('ada');
    house.clock.now = day(7);
    const told = await Promise.all(Array.from({ length: 5 }, () => house.remind()));
    expect(told.toSorted()).toEqual([0, 0, 0, 0, 1]);
    house.clock.now = day(8);
    const lapsed = await Promise.all(Array.from({ length: 5 }, () => house.lapse()));
    expect(lapsed.toSorted()).toEqual([0, 0, 0, 0, 1]);
  });
});
