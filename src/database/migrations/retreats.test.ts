import { describe, expect, it } from 'vitest';
import { engines, temporaryFolder } from '../../../test/support/databases.ts';
import { insertInto, olderDatabase } from '../../../test/support/older-version.ts';
import { openStore } from '../../app/open-store.ts';

const at = (day: number) => `2026-03-${String(day).padStart(2, '0')}T12:00:00.000Z`;

const submission = (id: string, kind: 'workshop' | 'waitlist', email: string, more: Record<string, string | null> = {}) => ({
  id,
  form_id: `${kind}form`,
  form_kind: kind,
  form_name: kind,
  email_key: email,
  state: 'accepted',
  fields: JSON.stringify({ inf_field_FirstName: 'Ada', inf_field_Email: email }),
  utm: '{}',
  consents: '[]',
  search: email,
  received_at: at(1),
  superseded_by: null,
  ...more,
});

const tables = {
  submissions: [
    submission('s1', 'waitlist', 'ada@example.com', { superseded_by: 's2' }),
    submission('s2', 'waitlist', 'ada@example.com'),
    submission('s3', 'waitlist', 'bea@example.com', { state: 'held' }),
    submission('s4', 'workshop', 'ada@example.com'),
    submission('s5', 'waitlist', 'cleo@example.com', { state: 'quarantined' }),
  ],
  entries: [
    { id: 'e1', email_key: 'ada@example.com', state: 'invited', joined_at: at(1), head_since: null, short_notice: 1 },
    { id: 'e2', email_key: 'dot@example.com', state: 'waiting', joined_at: at(2), head_since: at(3), short_notice: 0 },
  ],
  invitations: [
    {
      id: 'i1',
      entry_id: 'e1',
      token_hash: 'hash',
      note: 'We’d love to have you.',
      made_at: at(2),
      expires_at: at(9),
      revoked_at: null,
      answer: null,
      answered_at: null,
    },
  ],
  entry_history: [{ id: 'h1', entry_id: 'e1', from_state: 'waiting', to_state: 'invited', event: 'invite', actor: 'organizer', at: at(2) }],
  deliveries: [
    {
      id: 'd1',
      submission_id: 's2',
      channel: 'mail',
      kind: 'invitation',
      payload: '{"invitation":"i1"}',
      state: 'due',
      attempts: 2,
      next_attempt_at: at(3),
      trying_since: at(2),
      leased_until: null,
      last_error: 'greylisted',
      created_at: at(2),
      delivered_at: null,
    },
  ],
};

describe.each(engines)('a database with one retreat, over %s', (engine) => {
  it('is migrated: every row is kept, and entries and waitlist submissions get the retreat spring-2026', async () => {
    using temporary = temporaryFolder();
    const { databaseUrl, query } = await olderDatabase(engine, temporary.folder, '0009-job-runs');
    for (const [table, rows] of Object.entries(tables)) for (const row of rows) await query(insertInto(table, row));

    await using store = await openStore(databaseUrl);
    const expected: Record<string, object[]> = {
      ...tables,
      submissions: tables.submissions.map((row) => ({ ...row, retreat: row.form_kind === 'waitlist' ? 'spring-2026' : '' })),
      entries: tables.entries.map((row) => ({ ...row, retreat: 'spring-2026' })),
    };
    for (const [table, rows] of Object.entries(expected)) {
      const stored = (await query(`SELECT * FROM ${table} ORDER BY id`)) as Record<string, unknown>[];
      expect(stored.map(({ number: _number, ...row }) => row)).toMatchObject(rows);
    }
    expect(await store.waitlist.list()).toMatchObject([{ id: 'e1', retreat: 'spring-2026', submission: { id: 's2' } }]);

    // Each retreat has an entry of its own for the same address, and only one.
    const second = { ...tables.entries[0]!, id: 'e3', retreat: 'fall-2027' };
    await query(insertInto('entries', second));
    await expect(query(insertInto('entries', { ...second, id: 'e4' }))).rejects.toThrow(/unique/iu);
  });
});
