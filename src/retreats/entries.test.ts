import { describe, expect, it } from 'vitest';
import { engines } from '../../test/support/temporary-database.ts';
import { day, smallHouse } from '../../test/support/retreat-house.ts';

describe.each(engines)('the way from the waitlist to a seat, over %s', (engine) => {
  it('begins with the waitlist’s form, once for each person', async () => {
    await using house = await smallHouse(engine);
    await house.join('ada');
    house.clock.now = day(2);
    await house.join('ada', { inf_field_Company: 'Second thoughts' });
    await house.join('bea');
    const entries = await house.store.waitlist.list();
    expect(entries.map(({ submission, joinedAt }) => [submission.fields['inf_field_FirstName'], joinedAt.slice(0, 10)])).toEqual([
      ['ada', '2026-11-01'],
      ['bea', '2026-11-02'],
    ]);
    expect(entries[0]?.submission.fields['inf_field_Company']).toBe('Second thoughts');
    expect(await house.history('ada')).toEqual(['01 founder join waiting']);
  });

  it('invites no more than there are seats, unless told, and nobody twice', async () => {
    await using house = await smallHouse(engine);
    for (const name of ['ada', 'bea', 'cleo']) await house.join(name);
    await house.invite('ada', { note: 'Come!' });
    await house.invite('bea');
    await expect(house.invite('cleo')).rejects.toThrow('2 of 2 seats are accepted or offered');
    await expect(house.invite('ada', { overCapacity: true })).rejects.toThrow('she is invited now');
    await house.answer('ada', 'accept');
    await expect(house.invite('cleo')).rejects.toThrow('2 of 2 seats');
    await house.invite('cleo', { overCapacity: true });
    expect(await house.store.waitlist.counts()).toEqual({ accepted: 1, invited: 2, waiting: 0 });
    expect((await house.entry('ada')).invitation).toMatchObject({ note: 'Come!', answer: 'accept' });
    await expect(
      house.store.waitlist.invite('nobody', { note: '', expiresAt: day(9), overCapacity: true }, house.rules, day(1)),
    ).rejects.toThrow('nobody on the waitlist has this id');
  });

  it('takes each answer, and a change of mind until the deadline', async () => {
    await using house = await smallHouse(engine);
    await house.join('ada');
    await house.invite('ada');
    const states: string[] = [];
    for (const given of ['decline', 'accept', 'decline', 'later', 'accept', 'later'] as const) {
      await house.answer('ada', given);
      states.push(await house.state('ada'));
    }
    expect(states).toEqual(['declined', 'accepted', 'cancelled', 'cancelled', 'accepted', 'cancelled']);
    expect(await house.answer('ada', 'later')).toEqual({ kind: 'answered', state: 'cancelled', changed: false });
    house.clock.now = day(9);
    expect(await house.answer('ada', 'accept')).toMatchObject({ kind: 'answered', state: 'cancelled', changed: false });
    expect(await house.mails('ada')).toEqual(['invitation', 'declined', 'accepted', 'declined', 'declined', 'accepted', 'declined']);
  });

  it('keeps her place where it is not the time, and lets her think again', async () => {
    await using house = await smallHouse(engine);
    await house.join('ada');
    house.clock.now = day(2);
    await house.join('bea');
    await house.invite('ada');
    await house.answer('ada', 'later');
    expect(
      (await house.store.waitlist.list({ state: 'waiting' })).map(({ submission }) => submission.fields['inf_field_FirstName']),
    ).toEqual(['ada', 'bea']);
    await house.answer('ada', 'decline');
    await house.answer('ada', 'later');
    await house.answer('ada', 'accept');
    expect(await house.state('ada')).toBe('accepted');
  });

  it('leads the one too many to the head of the waitlist, who is the first to be offered a freed seat', async () => {
    await using house = await smallHouse(engine);
    for (const name of ['ada', 'bea', 'early', 'cleo', 'dot']) await house.join(name);
    for (const name of ['ada', 'bea', 'cleo', 'dot']) await house.invite(name, { overCapacity: true });
    for (const name of ['ada', 'bea']) await house.answer(name, 'accept');
    house.clock.now = day(2);
    expect(await house.answer('cleo', 'accept')).toEqual({ kind: 'answered', state: 'waiting', changed: true });
    expect(await house.answer('cleo', 'accept')).toEqual({ kind: 'answered', state: 'waiting', changed: false });
    house.clock.now = day(3);
    await house.answer('dot', 'accept');
    expect(
      (await house.store.waitlist.list({ state: 'waiting' })).map(({ submission }) => submission.fields['inf_field_FirstName']),
    ).toEqual(['cleo', 'dot', 'early']);

    await house.answer('ada', 'decline');
    expect([await house.state('cleo'), await house.state('dot')]).toEqual(['invited', 'waiting']);
    expect((await house.entry('cleo')).invitation).toMatchObject({ answer: null, expiresAt: day(10).toISOString() });
    expect(await house.store.waitlist.answer(house.hashes.get('cleo') ?? '', 'decline', house.rules, house.clock.now)).toEqual({
      kind: 'gone',
    });
    await house.answer('cleo', 'accept');
    expect(await house.mails('cleo')).toEqual(['invitation', 'head-of-waitlist', 'seat-freed', 'accepted']);
    expect(await house.history('cleo')).toEqual([
      '01 founder join waiting',
      '01 organizer invite invited',
      '02 founder full waiting',
      '03 clock invite invited',
      '03 founder accept accepted',
    ]);
    expect((await house.store.waitlist.counts()).accepted).toBe(2);
  });

  it('offers a freed seat once no open invitation stands before it, however the last of them ends', async () => {
    for (const end of ['decline', 'leave', 'revoke', 'lapse'] as const) {
      await using house = await smallHouse(engine);
      for (const name of ['ada', 'bea', 'cleo', 'dot']) await house.join(name);
      for (const name of ['ada', 'bea', 'cleo']) await house.invite(name, { overCapacity: true });
      await house.invite('dot', { overCapacity: true, days: 1 });
      for (const name of ['ada', 'bea', 'cleo']) await house.answer(name, 'accept');
      await house.leave('ada');
      expect(await house.state('cleo'), 'the seat may still be dot’s').toBe('waiting');
      if (end === 'decline') await house.answer('dot', 'decline');
      if (end === 'leave') await house.leave('dot');
      if (end === 'revoke') await house.revoke('dot');
      if (end === 'lapse') {
        house.clock.now = day(3);
        await house.lapse();
      }
      expect(await house.state('cleo'), `after ${end}`).toBe('invited');
    }
  });

  it('does not offer a seat to one who was at the head and then said no', async () => {
    await using house = await smallHouse(engine, 1);
    for (const name of ['ada', 'bea']) await house.join(name);
    for (const name of ['ada', 'bea']) await house.invite(name, { overCapacity: true });
    for (const name of ['ada', 'bea']) await house.answer(name, 'accept');
    await house.answer('bea', 'later');
    await house.answer('ada', 'decline');
    expect(await house.state('bea')).toBe('waiting');
    await house.reopen('ada');
    expect((await house.entry('ada')).headSince).toBeNull();
  });

  it('offers the seat of one who was erased, as soon as the clock is asked', async () => {
    await using house = await smallHouse(engine, 1);
    for (const name of ['ada', 'bea']) await house.join(name);
    for (const name of ['ada', 'bea']) await house.invite(name, { overCapacity: true });
    for (const name of ['ada', 'bea']) await house.answer(name, 'accept');
    await house.store.people.erase('ada@example.com', [], house.clock.now);
    expect(await house.lapse()).toBe(1);
    expect(await house.state('bea')).toBe('invited');
  });

  it('takes invitations and seats back, and puts founders on the list again', async () => {
    await using house = await smallHouse(engine);
    for (const name of ['ada', 'bea']) await house.join(name);
    for (const name of ['ada', 'bea']) await house.invite(name);
    await house.answer('bea', 'accept');
    expect([await house.revoke('ada'), await house.revoke('bea')]).toEqual(['waiting', 'cancelled']);
    expect(await house.answer('ada', 'accept')).toEqual({ kind: 'gone' });
    await expect(house.revoke('ada')).rejects.toThrow('she is waiting now');
    await expect(house.reopen('ada')).rejects.toThrow('she is waiting now');
    house.clock.now = day(5);
    expect(await house.reopen('bea')).toBe('waiting');
    expect(await house.history('bea')).toEqual([
      '01 founder join waiting',
      '01 organizer invite invited',
      '01 founder accept accepted',
      '01 organizer revoke cancelled',
      '05 organizer reopen waiting',
    ]);
    expect(await house.mails('bea')).toEqual(['invitation', 'accepted', 'invitation-cancelled']);
  });

  it('takes back only what was seen, where that is said', async () => {
    await using house = await smallHouse(engine);
    await house.join('ada');
    await house.invite('ada');
    await house.answer('ada', 'accept');
    await expect(house.revoke('ada', 'invited')).rejects.toThrow(
      'she was invited when you looked, and is accepted now; nothing was taken back',
    );
    expect(await house.mails('ada')).toEqual(['invitation', 'accepted']);
    expect(await house.revoke('ada', 'accepted')).toBe('cancelled');
  });

  it('ends the older invitation where she is invited anew', async () => {
    await using house = await smallHouse(engine);
    await house.join('ada');
    await house.invite('ada');
    const older = house.hashes.get('ada') ?? '';
    await house.answer('ada', 'later');
    await house.invite('ada');
    expect(await house.store.waitlist.answer(older, 'accept', house.rules, house.clock.now)).toEqual({ kind: 'gone' });
    expect(await house.state('ada')).toBe('invited');
  });

  it('keeps as much of an address that it does not know as of one that it knows, when a lost link is asked for', async () => {
    await using house = await smallHouse(engine);
    await house.join('ada');
    const kept = () => house.query('SELECT key, until FROM quiet_periods ORDER BY key');
    const seen = [];
    for (const [hour, name] of [
      [0, 'ada'],
      [0, 'nobody'],
      [0.5, 'nobody'],
      [0.5, 'ada'],
      [1, 'nobody'],
      [1, 'ada'],
    ] as const) {
      const before = await kept();
      await house.store.waitlist.sendStatusLink(`${name}@example.com`, new Date(house.clock.now.getTime() + hour * 60 * 60_000));
      seen.push([hour, name, JSON.stringify(await kept()) !== JSON.stringify(before)]);
    }
    expect(seen).toEqual([
      [0, 'ada', true],
      [0, 'nobody', true],
      [0.5, 'nobody', false],
      [0.5, 'ada', false],
      [1, 'nobody', true],
      [1, 'ada', true],
    ]);
    expect(await house.mails('ada')).toEqual(['status-link', 'status-link']);
  });

  it('lets who left join again, behind those who stayed', async () => {
    await using house = await smallHouse(engine);
    for (const name of ['ada', 'bea']) await house.join(name);
    await house.invite('ada');
    const hash = house.hashes.get('ada') ?? '';
    await house.leave('bea');
    expect(await house.leave('ada')).toBe('declined');
    expect(await house.store.waitlist.answer(hash, 'accept', house.rules, house.clock.now)).toEqual({ kind: 'gone' });
    await expect(house.leave('bea')).rejects.toThrow('she is withdrawn now');
    house.clock.now = day(2);
    await house.join('bea');
    house.clock.now = day(3);
    await house.join('ada');
    const waiting = await house.store.waitlist.list({ state: 'waiting' });
    expect(waiting.map(({ submission, joinedAt }) => [submission.fields['inf_field_FirstName'], joinedAt])).toEqual([
      ['bea', day(2).toISOString()],
      ['ada', day(3).toISOString()],
    ]);
  });
});
