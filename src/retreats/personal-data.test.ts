import { describe, expect, it } from 'vitest';
import { eraseExpired } from '../people/erase-expired.ts';
import { untilBlocked } from '../../test/support/blocked.ts';
import { eraseRows, keepingNobody } from '../../test/support/erasing.ts';
import { content } from '../../test/support/forms.ts';
import { engines } from '../../test/support/databases.ts';
import { day, createTestWaitlist } from '../../test/support/waitlist.ts';

const tables = ['entries', 'invitations', 'entry_history', 'entry_memos', 'submissions', 'deliveries'] as const;

describe.each(engines)('the data of a waitlist entry over %s', (engine) => {
  async function waitlistWithAda() {
    const waitlist = await createTestWaitlist(engine);
    await waitlist.join('ada');
    await waitlist.invite('ada', { note: 'We met in Waco.' });
    await waitlist.answer('ada', 'accept');
    await waitlist.store.waitlist.saveMemo(
      (await waitlist.entry('ada')).id,
      { text: 'Ask about Waco' },
      { organizer: 'Rita' },
      waitlist.clock.now,
    );
    await waitlist.store.waitlist.enqueueStatusLink('ada@example.com', [], waitlist.clock.now);
    const rows = async () =>
      Object.fromEntries(
        await Promise.all(tables.map(async (table) => [table, (await waitlist.query(`SELECT 1 AS one FROM ${table}`)).length])),
      );
    return { ...waitlist, rows };
  }

  it('is erased completely with the founder', async () => {
    await using waitlist = await waitlistWithAda();
    expect(await waitlist.rows()).toEqual({ entries: 1, invitations: 1, entry_history: 3, entry_memos: 1, submissions: 1, deliveries: 3 });
    await eraseRows(waitlist.store, 'Ada@Example.com', waitlist.clock.now);
    expect(await waitlist.rows()).toEqual({ entries: 0, invitations: 0, entry_history: 0, entry_memos: 0, submissions: 0, deliveries: 0 });
    expect(await waitlist.query('SELECT key FROM quiet_periods')).toEqual([]);
  });

  it.runIf(engine === 'postgres')('is in no file of the server once it is erased and purged', async () => {
    await using waitlist = await waitlistWithAda();
    await eraseRows(waitlist.store, 'ada@example.com', waitlist.clock.now);
    await waitlist.store.database.purge();
    const filled = await waitlist.query(
      "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND pg_relation_size(oid) > 0",
    );
    // An erasure is recorded by the id of the address, so that a restore of an earlier copy repeats it.
    const kept = ['erasures', 'job_runs', 'kysely_migration', 'kysely_migration_lock', 'seat_lock'];
    expect(filled.map(({ relname }) => relname).toSorted()).toEqual(kept);
    expect(await waitlist.query('SELECT address_id FROM erasures')).toEqual([{ address_id: 'address id' }]);
    expect(await waitlist.query('SELECT name FROM job_runs')).toEqual([{ name: 'delete-submissions' }]);
  });

  it.each(['erased', 'saved'] as const)(
    'has no memo and no consent after both are saved while the founder is erased, %s first',
    async (first) => {
      await using waitlist = await waitlistWithAda();
      const { waitlist: repository } = waitlist.store;
      const { id } = await waitlist.entry('ada');
      const now = waitlist.clock.now;
      const entered = Promise.withResolvers<void>();
      const erase = () =>
        eraseRows(waitlist.store, 'ada@example.com', now, async () => {
          entered.resolve();
          // A store has one connection to SQLite, for which the others wait.
          if (engine === 'postgres') await Promise.race([saved, untilBlocked(waitlist.databaseUrl)]);
        });
      const save = () =>
        Promise.allSettled([repository.saveMemo(id, { text: 'Ask again' }, 'organizer', now), repository.setAlumna(id, 'Keep me', now)]);
      const saved: Promise<unknown> = first === 'saved' ? save() : entered.promise.then(save);
      await Promise.all([erase(), saved]);
      expect(await waitlist.rows()).toMatchObject({ entries: 0, entry_memos: 0 });
      expect(await waitlist.query('SELECT * FROM alumnae')).toEqual([]);
    },
  );

  it('is erased after the retention of the submission', async () => {
    await using waitlist = await waitlistWithAda();
    await waitlist.store.people.eraseOlderThan({ dataBefore: day(1), heldBefore: day(1), now: day(20), ...keepingNobody });
    expect(await waitlist.rows()).toMatchObject({ entries: 1, invitations: 1, entry_history: 3 });
    // As a memo that was saved while its entry was erased.
    await waitlist.query("INSERT INTO entry_memos (entry_id, text, changed_at) VALUES ('erased', 'Ask again', '2027-01-01')");
    await waitlist.store.people.eraseOlderThan({ dataBefore: day(2), heldBefore: day(2), now: day(20), ...keepingNobody });
    expect(await waitlist.rows()).toEqual({ entries: 0, invitations: 0, entry_history: 0, entry_memos: 0, submissions: 0, deliveries: 0 });
  });

  /** Erases what is expired, for a retreat whose last day is the 31st of May. */
  async function eraseAt(waitlist: Awaited<ReturnType<typeof waitlistWithAda>>, now: string): Promise<void> {
    const { retreats } = structuredClone(content);
    retreats[0]!.facts.latest = '2027-05-31';
    const settings = { dataDir: '/nowhere', retentionDays: 1, alumnaeRetentionDays: 30 };
    await eraseExpired(waitlist.store, settings, { retreats, undated: [] }, new Date(now));
  }
  const gone = { entries: 0, invitations: 0, entry_history: 0, entry_memos: 0, submissions: 0, deliveries: 0 };

  it('is kept until the retreat is over for founders with a seat only', async () => {
    await using waitlist = await waitlistWithAda();
    await waitlist.join('bea');
    await eraseAt(waitlist, '2027-05-31T12:00:00Z');
    expect((await waitlist.store.waitlist.list()).map(({ submission }) => submission.person.firstName)).toEqual(['ada']);
    await eraseAt(waitlist, '2027-06-01T12:00:00Z');
    expect(await waitlist.rows()).toEqual(gone);
  });

  it('is kept until 30 days after the retreat for a founder who asked to be among the alumnae', async () => {
    await using waitlist = await waitlistWithAda();
    const { waitlist: repository } = waitlist.store;
    const { id } = await waitlist.entry('ada');
    await repository.setAlumna(id, 'Keep me', waitlist.clock.now);
    await eraseAt(waitlist, '2027-06-30T12:00:00Z');
    expect(await waitlist.rows()).toMatchObject({ entries: 1, submissions: 1 });
    expect((await repository.listAlumnae(['spring-2026'])).map((entry) => entry.id)).toEqual([id]);
    await eraseAt(waitlist, '2027-07-01T12:00:00Z');
    expect(await waitlist.rows()).toEqual(gone);
    expect(await waitlist.query('SELECT * FROM alumnae')).toEqual([]);
  });

  it('is part of the export for the founder', async () => {
    await using waitlist = await waitlistWithAda();
    const { retreat } = await waitlist.store.people.find('ADA@example.com');
    expect(retreat).toMatchObject({
      state: 'accepted',
      shortNotice: false,
      invitations: [{ note: 'We met in Waco.', answer: 'accept', answeredAt: day(1).toISOString() }],
      history: [{ to: 'waiting' }, { to: 'invited', actor: 'organizer' }, { to: 'accepted', actor: 'founder' }],
      memo: { text: 'Ask about Waco', by: 'Rita' },
    });
    expect(JSON.stringify(retreat)).not.toContain('hash of');
    expect((await waitlist.store.people.find('nobody@example.com')).retreat).toBeNull();
  });

  it('includes one status link per hour, for known addresses only', async () => {
    await using waitlist = await waitlistWithAda();
    const sentLinks = async () => (await waitlist.query(`SELECT id FROM deliveries WHERE kind = 'status-link'`)).length;
    await waitlist.store.waitlist.enqueueStatusLink(' ada@example.com'.trim().toUpperCase(), [], waitlist.clock.now);
    await waitlist.store.waitlist.enqueueStatusLink('nobody@example.com', [], waitlist.clock.now);
    expect(await sentLinks()).toBe(1);
    await waitlist.store.waitlist.enqueueStatusLink('ada@example.com', [], new Date(day(1).getTime() + 61 * 60_000));
    expect(await sentLinks()).toBe(2);
  });
});
