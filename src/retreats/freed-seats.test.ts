import { describe, expect, it } from 'vitest';
import { engines } from '../../test/support/databases.ts';
import { eraseRows } from '../../test/support/erasing.ts';
import { retreatSlug } from '../../test/support/recording.ts';
import { day, createTestWaitlist } from '../../test/support/waitlist.ts';

describe.each(engines)('the waitlist over %s', (engine) => {
  it('moves a founder who accepts without a free seat to its head, and offers the next freed seat to that founder', async () => {
    await using waitlist = await createTestWaitlist(engine);
    for (const name of ['ada', 'bea', 'early', 'cleo', 'dot']) await waitlist.join(name);
    for (const name of ['ada', 'bea', 'cleo', 'dot']) await waitlist.invite(name, { overCapacity: true });
    for (const name of ['ada', 'bea']) await waitlist.answer(name, 'accept');
    waitlist.clock.now = day(2);
    expect(await waitlist.answer('cleo', 'accept')).toEqual({ kind: 'answered', state: 'waiting', changed: true });
    expect(await waitlist.answer('cleo', 'accept')).toEqual({ kind: 'answered', state: 'waiting', changed: false });
    waitlist.clock.now = day(3);
    await waitlist.answer('dot', 'accept');
    expect(
      (await waitlist.store.waitlist.list({ state: 'waiting' })).map(({ submission }) => submission.fields['inf_field_FirstName']),
    ).toEqual(['cleo', 'dot', 'early']);

    await waitlist.answer('ada', 'decline');
    expect([await waitlist.state('cleo'), await waitlist.state('dot')]).toEqual(['invited', 'waiting']);
    expect((await waitlist.entry('cleo')).invitation).toMatchObject({ expiresAt: day(10).toISOString() });
    expect(
      await waitlist.store.waitlist.answer(waitlist.hashes.get('cleo') ?? '', 'decline', waitlist.invitationSettings, waitlist.clock.now),
    ).toEqual({
      kind: 'gone',
    });
    await waitlist.answer('cleo', 'accept');
    expect(await waitlist.mails('cleo')).toEqual(['invitation', 'head-of-waitlist', 'seat-freed', 'accepted']);
    expect(await waitlist.history('cleo')).toEqual([
      '01 founder join waiting',
      '01 organizer invite invited',
      '02 founder full waiting',
      '03 clock invite invited',
      '03 founder accept accepted',
    ]);
    expect((await waitlist.store.waitlist.countByState(retreatSlug)).accepted).toBe(2);
  });

  it('keeps an offered seat for its founder while another one changes an answer to yes', async () => {
    for (const first of ['decline', 'later'] as const) {
      await using waitlist = await createTestWaitlist(engine, 1);
      for (const name of ['ada', 'bea', 'cleo']) await waitlist.join(name);
      for (const name of ['ada', 'bea', 'cleo']) await waitlist.invite(name, { overCapacity: true });
      for (const name of ['cleo', 'bea']) await waitlist.answer(name, 'accept');
      await waitlist.answer('cleo', 'decline');
      waitlist.clock.now = day(2);
      await waitlist.answer('ada', first);
      expect(await waitlist.state('bea'), `the seat is offered after ${first}`).toBe('invited');
      expect(await waitlist.answer('ada', 'accept')).toMatchObject({ state: 'waiting', changed: true });
      expect((await waitlist.entry('ada')).headSince).not.toBeNull();
      expect(await waitlist.answer('bea', 'accept')).toMatchObject({ state: 'accepted' });
      waitlist.clock.now = day(3);
      await waitlist.answer('bea', 'decline');
      expect(await waitlist.state('ada'), 'the seat is free again').toBe('invited');
    }
  });

  it('offers a freed seat once open invitations no longer cover it, regardless of how the last of them ends', async () => {
    for (const end of ['decline', 'leave', 'revoke', 'lapse'] as const) {
      await using waitlist = await createTestWaitlist(engine);
      for (const name of ['ada', 'bea', 'cleo', 'dot']) await waitlist.join(name);
      for (const name of ['ada', 'bea', 'cleo']) await waitlist.invite(name, { overCapacity: true });
      await waitlist.invite('dot', { overCapacity: true, days: 1 });
      for (const name of ['ada', 'bea', 'cleo']) await waitlist.answer(name, 'accept');
      await waitlist.leave('ada');
      expect(await waitlist.state('cleo'), 'the seat may still be dot’s').toBe('waiting');
      if (end === 'decline') await waitlist.answer('dot', 'decline');
      if (end === 'leave') await waitlist.leave('dot');
      if (end === 'revoke') await waitlist.revoke('dot');
      if (end === 'lapse') {
        waitlist.clock.now = day(3);
        await waitlist.lapse();
      }
      expect(await waitlist.state('cleo'), `after ${end}`).toBe('invited');
    }
  });

  it('offers no seat to a founder at its head who answered "later" afterwards', async () => {
    await using waitlist = await createTestWaitlist(engine, 1);
    for (const name of ['ada', 'bea']) await waitlist.join(name);
    for (const name of ['ada', 'bea']) await waitlist.invite(name, { overCapacity: true });
    for (const name of ['ada', 'bea']) await waitlist.answer(name, 'accept');
    await waitlist.answer('bea', 'later');
    await waitlist.answer('ada', 'decline');
    expect(await waitlist.state('bea')).toBe('waiting');
    await waitlist.reopen('ada');
    expect((await waitlist.entry('ada')).headSince).toBeNull();
  });

  it('offers the seat of an erased founder when the job runs', async () => {
    await using waitlist = await createTestWaitlist(engine, 1);
    for (const name of ['ada', 'bea']) await waitlist.join(name);
    for (const name of ['ada', 'bea']) await waitlist.invite(name, { overCapacity: true });
    for (const name of ['ada', 'bea']) await waitlist.answer(name, 'accept');
    await eraseRows(waitlist.store, 'ada@example.com', waitlist.clock.now);
    expect(await waitlist.lapse()).toBe(1);
    expect(await waitlist.state('bea')).toBe('invited');
  });
});
