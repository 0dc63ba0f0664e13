import { describe, expect, it } from 'vitest';
import { engines } from '../../test/support/temporary-database.ts';
import { day, smallHouse } from '../../test/support/retreat-house.ts';

const tables = ['entries', 'invitations', 'entry_history', 'submissions', 'deliveries'] as const;

describe.each(engines)('what is held on a founder’s way, over %s', (engine) => {
  async function houseWithAda() {
    const house = await smallHouse(engine);
    await house.join('ada');
    await house.invite('ada', { note: 'We met in Waco.' });
    await house.answer('ada', 'accept');
    await house.store.waitlist.sendStatusLink('ada@example.com', house.clock.now);
    const rows = async () =>
      Object.fromEntries(
        await Promise.all(tables.map(async (table) => [table, (await house.query(`SELECT 1 AS one FROM ${table}`)).length])),
      );
    return { ...house, rows };
  }

  it('goes when she is erased, all of it', async () => {
    await using house = await houseWithAda();
    expect(await house.rows()).toEqual({ entries: 1, invitations: 1, entry_history: 3, submissions: 1, deliveries: 3 });
    await house.store.people.erase('Ada@Example.com', [], house.clock.now);
    expect(await house.rows()).toEqual({ entries: 0, invitations: 0, entry_history: 0, submissions: 0, deliveries: 0 });
    expect(await house.query('SELECT key FROM quiet_periods')).toEqual([]);
  });

  it('is kept as long as her answers, and no longer', async () => {
    await using house = await houseWithAda();
    await house.store.people.eraseOlderThan({ data: day(1), held: day(1), now: day(20) });
    expect(await house.rows()).toMatchObject({ entries: 1, invitations: 1, entry_history: 3 });
    await house.store.people.eraseOlderThan({ data: day(2), held: day(2), now: day(20) });
    expect(await house.rows()).toEqual({ entries: 0, invitations: 0, entry_history: 0, submissions: 0, deliveries: 0 });
  });

  it('is handed to her who asks what is held on her', async () => {
    await using house = await houseWithAda();
    const { retreat } = await house.store.people.find('ADA@example.com');
    expect(retreat).toMatchObject({
      state: 'accepted',
      shortNotice: false,
      invitations: [{ note: 'We met in Waco.', answer: 'accept', answeredAt: day(1).toISOString() }],
      history: [{ to: 'waiting' }, { to: 'invited', actor: 'organizer' }, { to: 'accepted', actor: 'founder' }],
    });
    expect(JSON.stringify(retreat)).not.toContain('hash of');
    expect((await house.store.people.find('nobody@example.com')).retreat).toBeNull();
  });

  it('sends the link to her own page once an hour, and to nobody else', async () => {
    await using house = await houseWithAda();
    const sentLinks = async () => (await house.query(`SELECT id FROM deliveries WHERE kind = 'status-link'`)).length;
    await house.store.waitlist.sendStatusLink(' ada@example.com'.trim().toUpperCase(), house.clock.now);
    await house.store.waitlist.sendStatusLink('nobody@example.com', house.clock.now);
    expect(await sentLinks()).toBe(1);
    await house.store.waitlist.sendStatusLink('ada@example.com', new Date(day(1).getTime() + 61 * 60_000));
    expect(await sentLinks()).toBe(2);
  });
});
