import { describe, expect, it } from 'vitest';
import { engines } from '../../test/support/databases.ts';
import { retreatSlug } from '../../test/support/recording.ts';
import { day, createTestWaitlist } from '../../test/support/waitlist.ts';

describe.each(engines)('the waitlist over %s', (engine) => {
  it('has one entry per person who sends the waitlist form', async () => {
    await using waitlist = await createTestWaitlist(engine);
    await waitlist.join('ada');
    waitlist.clock.now = day(2);
    await waitlist.join('ada', { inf_field_Company: 'Second thoughts' });
    await waitlist.join('bea');
    const entries = await waitlist.store.waitlist.list();
    expect(entries.map(({ submission, joinedAt }) => [submission.fields['inf_field_FirstName'], joinedAt.slice(0, 10)])).toEqual([
      ['ada', '2026-11-01'],
      ['bea', '2026-11-02'],
    ]);
    expect(entries[0]?.submission.fields['inf_field_Company']).toBe('Second thoughts');
    expect(await waitlist.history('ada')).toEqual(['01 founder join waiting']);
  });

  it('refuses invitations over the capacity without `overCapacity`, and a second invitation', async () => {
    await using waitlist = await createTestWaitlist(engine);
    for (const name of ['ada', 'bea', 'cleo']) await waitlist.join(name);
    await waitlist.invite('ada', { note: 'Come!' });
    await waitlist.invite('bea');
    await expect(waitlist.invite('cleo')).rejects.toThrow('All 2 seats are taken or offered.');
    await expect(waitlist.invite('ada', { overCapacity: true })).rejects.toThrow(
      'The founder already has an invitation, and only founders on the waitlist can be invited.',
    );
    await waitlist.answer('ada', 'accept');
    await expect(waitlist.invite('cleo')).rejects.toThrow('All 2 seats are taken or offered.');
    await waitlist.invite('cleo', { overCapacity: true });
    expect(await waitlist.store.waitlist.countByState(retreatSlug)).toMatchObject({ accepted: 1, invited: 2, waiting: 0 });
    const { id } = (await waitlist.entry('ada')).invitation!;
    expect(await waitlist.store.waitlist.findInvitation({ id }, day(1))).toMatchObject({ invitation: { note: 'Come!', answer: 'accept' } });
    await expect(
      waitlist.store.waitlist.invite(
        'nobody',
        { note: '', latestEnd: day(9), overCapacity: true, by: 'organizer' },
        waitlist.invitationSettings,
        day(1),
      ),
    ).rejects.toThrow(
      'No founder on the waitlist has this id: either it is mistyped, or the founder has been erased. The desk and "organizer retreat list" show who is on the list.',
    );
  });

  it('accepts each answer, and other answers until the deadline', async () => {
    await using waitlist = await createTestWaitlist(engine);
    await waitlist.join('ada');
    await waitlist.invite('ada');
    const states: string[] = [];
    for (const given of ['decline', 'accept', 'decline', 'later', 'accept', 'later'] as const) {
      await waitlist.answer('ada', given);
      states.push(await waitlist.state('ada'));
    }
    expect(states).toEqual(['declined', 'accepted', 'cancelled', 'cancelled', 'accepted', 'cancelled']);
    expect(await waitlist.answer('ada', 'later')).toEqual({ kind: 'answered', state: 'cancelled', changed: false });
    waitlist.clock.now = day(9);
    expect(await waitlist.answer('ada', 'accept')).toEqual({ kind: 'late', state: 'cancelled' });
    expect(await waitlist.mails('ada')).toEqual(['invitation', 'declined', 'accepted', 'declined', 'declined', 'accepted', 'declined']);
  });

  it('keeps the place of a founder who answers "later", who can still accept', async () => {
    await using waitlist = await createTestWaitlist(engine);
    await waitlist.join('ada');
    waitlist.clock.now = day(2);
    await waitlist.join('bea');
    await waitlist.invite('ada');
    await waitlist.answer('ada', 'later');
    expect(
      (await waitlist.store.waitlist.list({ state: 'waiting' })).map(({ submission }) => submission.fields['inf_field_FirstName']),
    ).toEqual(['ada', 'bea']);
    await waitlist.answer('ada', 'decline');
    await waitlist.answer('ada', 'later');
    await waitlist.answer('ada', 'accept');
    expect(await waitlist.state('ada')).toBe('accepted');
  });

  it('withdraws invitations and seats, and reopens entries', async () => {
    await using waitlist = await createTestWaitlist(engine);
    for (const name of ['ada', 'bea']) await waitlist.join(name);
    for (const name of ['ada', 'bea']) await waitlist.invite(name);
    await waitlist.answer('bea', 'accept');
    expect([await waitlist.revoke('ada'), await waitlist.revoke('bea')]).toEqual(['waiting', 'cancelled']);
    expect(await waitlist.answer('ada', 'accept')).toEqual({ kind: 'gone' });
    await expect(waitlist.revoke('ada')).rejects.toThrow('The founder is on the waitlist, so there is nothing to withdraw.');
    await expect(waitlist.reopen('ada')).rejects.toThrow('The founder is on the waitlist, so there is nothing to reopen.');
    waitlist.clock.now = day(5);
    expect(await waitlist.reopen('bea')).toBe('waiting');
    expect(await waitlist.history('bea')).toEqual([
      '01 founder join waiting',
      '01 organizer invite invited',
      '01 founder accept accepted',
      '01 organizer revoke cancelled',
      '05 organizer reopen waiting',
    ]);
    expect(await waitlist.mails('bea')).toEqual(['invitation', 'accepted', 'seat-withdrawn']);
  });

  it('withdraws nothing if the state differs from the one that the organizer saw', async () => {
    await using waitlist = await createTestWaitlist(engine);
    await waitlist.join('ada');
    await waitlist.invite('ada');
    await waitlist.answer('ada', 'accept');
    await expect(waitlist.revoke('ada', 'invited')).rejects.toThrow(
      'The founder was invited when you looked, and is accepted now. Nothing was withdrawn.',
    );
    expect(await waitlist.mails('ada')).toEqual(['invitation', 'accepted']);
    expect(await waitlist.revoke('ada', 'accepted')).toBe('cancelled');
  });

  it('ends the older invitation of a founder who is invited again', async () => {
    await using waitlist = await createTestWaitlist(engine);
    await waitlist.join('ada');
    await waitlist.invite('ada');
    const older = waitlist.hashes.get('ada') ?? '';
    await waitlist.answer('ada', 'later');
    await waitlist.invite('ada');
    expect(await waitlist.store.waitlist.answer(older, 'accept', waitlist.invitationSettings, waitlist.clock.now)).toEqual({
      kind: 'gone',
    });
    expect(await waitlist.state('ada')).toBe('invited');
  });

  it('shows the new invitation of a founder whose older one was made by a clock that was ahead', async () => {
    await using waitlist = await createTestWaitlist(engine);
    await waitlist.join('ada');
    waitlist.clock.now = day(2);
    await waitlist.invite('ada');
    waitlist.clock.now = day(1);
    await waitlist.revoke('ada');
    await waitlist.invite('ada');
    expect((await waitlist.entry('ada')).invitation?.expiresAt).toBe(day(8).toISOString());
    expect(await waitlist.answer('ada', 'accept')).toMatchObject({ state: 'accepted' });
  });

  it('stores the same cooldown for known and unknown addresses that request a lost link', async () => {
    await using waitlist = await createTestWaitlist(engine);
    await waitlist.join('ada');
    const cooldowns = () => waitlist.query('SELECT key, until FROM quiet_periods ORDER BY key');
    const seen = [];
    for (const [hour, name] of [
      [0, 'ada'],
      [0, 'nobody'],
      [0.5, 'nobody'],
      [0.5, 'ada'],
      [1, 'nobody'],
      [1, 'ada'],
    ] as const) {
      const before = await cooldowns();
      await waitlist.store.waitlist.enqueueStatusLink(
        `${name}@example.com`,
        [],
        new Date(waitlist.clock.now.getTime() + hour * 60 * 60_000),
      );
      seen.push([hour, name, JSON.stringify(await cooldowns()) !== JSON.stringify(before)]);
    }
    expect(seen).toEqual([
      [0, 'ada', true],
      [0, 'nobody', true],
      [0.5, 'nobody', false],
      [0.5, 'ada', false],
      [1, 'nobody', true],
      [1, 'ada', true],
    ]);
    expect(await waitlist.mails('ada')).toEqual(['status-link', 'status-link']);
  });

  it('sends the link to the page of a seat before that of a waitlist, and of a retreat ahead before one that has ended', async () => {
    await using waitlist = await createTestWaitlist(engine);
    await waitlist.join('ada');
    await waitlist.invite('ada');
    await waitlist.answer('ada', 'accept');
    await waitlist.join('ada', {}, 'fall-2099');
    const requested = async (ended: string[], hours: number) => {
      await waitlist.store.waitlist.enqueueStatusLink(
        'ada@example.com',
        ended,
        new Date(waitlist.clock.now.getTime() + hours * 60 * 60_000),
      );
      return waitlist.query("SELECT s.retreat FROM deliveries d JOIN submissions s ON s.id = d.submission_id WHERE d.kind = 'status-link'");
    };
    expect(await requested([], 0)).toEqual([{ retreat: 'spring-2026' }]);
    expect(await requested(['spring-2026'], 2)).toContainEqual({ retreat: 'fall-2099' });
  });

  it('puts a founder who left and joins again at its end', async () => {
    await using waitlist = await createTestWaitlist(engine);
    for (const name of ['ada', 'bea']) await waitlist.join(name);
    await waitlist.invite('ada');
    const hash = waitlist.hashes.get('ada') ?? '';
    await waitlist.leave('bea');
    expect(await waitlist.leave('ada')).toBe('declined');
    expect(await waitlist.store.waitlist.answer(hash, 'accept', waitlist.invitationSettings, waitlist.clock.now)).toEqual({ kind: 'gone' });
    await expect(waitlist.leave('bea')).rejects.toThrow('The founder left the waitlist, so this is not possible.');
    waitlist.clock.now = day(2);
    await waitlist.join('bea');
    waitlist.clock.now = day(3);
    await waitlist.join('ada');
    const waiting = await waitlist.store.waitlist.list({ state: 'waiting' });
    expect(waiting.map(({ submission, joinedAt }) => [submission.fields['inf_field_FirstName'], joinedAt])).toEqual([
      ['bea', day(2).toISOString()],
      ['ada', day(3).toISOString()],
    ]);
  });
});
