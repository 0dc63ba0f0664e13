import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { eraseExpired } from '../people/erase-expired.ts';
import { mailFile, mailFolder } from '../mail/file-transport.ts';
import type { SubmissionToStore } from '../submissions/repository.ts';
import { eraseRows, keepingNobody } from '../../test/support/erasing.ts';
import { recording } from '../../test/support/recording.ts';
import { engines, temporaryStore } from '../../test/support/databases.ts';
import { dayMs } from '../durations.ts';

const start = Date.UTC(2026, 0, 1);
const on = (days: number) => new Date(start + days * dayMs);
const tables = ['submissions', 'deliveries', 'tokens', 'spent_proofs', 'quiet_periods'];

const post = (name: string, days: number, more: Partial<SubmissionToStore> = {}): SubmissionToStore => ({
  ...recording({ inf_field_Email: `${name}@example.com`, inf_field_Company: name }, { receivedAt: on(days) }),
  deliveries: [{ channel: 'mail', kind: 'waitlist' }],
  proof: { signature: `proof of ${name}`, expiresAt: on(days + 1) },
  ...more,
});

describe.each(engines)('stored data over %s', (engine) => {
  it('is counted by state, without superseded submissions', async () => {
    await using temporary = await temporaryStore(engine);
    const { store } = temporary;
    expect(await store.submissions.countByState()).toEqual([]);
    for (const name of ['a', 'b', 'b']) await store.submissions.record(post(name, 0, { proof: undefined }));
    await store.submissions.record(post('c', 0, { state: 'quarantined' }));
    const counts = (await store.submissions.countByState()).toSorted((one, other) => one.state.localeCompare(other.state));
    expect(counts).toEqual([
      { state: 'accepted', count: 2 },
      { state: 'quarantined', count: 1 },
    ]);
  });

  it('is erased after its retention, with deliveries, emails, tokens, proofs and suppressions', async () => {
    await using temporary = await temporaryStore(engine);
    const { store, query, folder: dataDir } = temporary;
    await store.submissions.record(post('accepted', 0));
    await store.submissions.record(post('held', 0, { state: 'held', linkHash: 'link' }));
    await store.submissions.record(post('confirmed', 0, { state: 'held', linkHash: 'pressed' }));
    await store.submissions.confirm('pressed', { planDeliveries: () => [], retreatOf: () => '' }, on(1));
    await store.submissions.record(post('quarantined', 0, { state: 'quarantined', deliveries: [] }));
    await store.submissions.record(post('late', 20));
    const erase = (days: number) =>
      eraseExpired(store, { dataDir, retentionDays: 30, alumnaeRetentionDays: 0 }, { retreats: [], undated: [] }, on(days));
    // Emails that were written to files, and two suppressed addresses.
    mkdirSync(mailFolder(dataDir));
    const mailed = await Array.fromAsync(store.outbox.list());
    for (const { id } of mailed) writeFileSync(mailFile(mailFolder(dataDir), id), 'Dear founder');
    const mails = () => readdirSync(mailFolder(dataDir)).length;
    const [{ id: submission } = { id: '' }] = await Array.fromAsync(store.submissions.list());
    await store.people.suppress('nobody@example.com', 'bounced', mailed[0]!.id, on(0));
    await store.people.suppress('late@example.com', 'reminders', submission, on(0));
    const names = async () => (await Array.fromAsync(store.submissions.list())).map(({ fields }) => fields['inf_field_Company']).toSorted();
    const counts = async () => Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await count(table)])));
    const count = async (table: string) => Number((await query(`SELECT count(*) AS count FROM ${table}`))[0]?.['count']);

    expect(await erase(7)).toEqual({ submissions: 0, unconfirmed: 0, houseFacts: 0 });
    expect(await names()).toEqual(['accepted', 'confirmed', 'held', 'late', 'quarantined']);
    // The cooldown of the email to the founder who came late.
    expect(await counts()).toEqual({ submissions: 5, deliveries: 4, tokens: 2, spent_proofs: 1, quiet_periods: 1 });
    expect(await erase(7.001)).toEqual({ submissions: 0, unconfirmed: 1, houseFacts: 0 });
    expect(await names()).toEqual(['accepted', 'confirmed', 'late', 'quarantined']);
    expect(await store.submissions.findConfirmation('link', on(7.001))).toEqual({ kind: 'expired' });
    expect([mailed.length, mails()]).toEqual([4, 3]);
    await erase(14.001);
    expect(await store.submissions.findConfirmation('link', on(14.001))).toEqual({ kind: 'unknown' });
    expect(await erase(30)).toEqual({ submissions: 0, unconfirmed: 0, houseFacts: 0 });
    expect(await erase(30.001)).toEqual({ submissions: 3, unconfirmed: 0, houseFacts: 0 });
    expect(await names()).toEqual(['late']);
    expect(await counts()).toEqual({ submissions: 1, deliveries: 1, tokens: 0, spent_proofs: 0, quiet_periods: 0 });
    expect(mails()).toBe(1);
    expect((await query('SELECT reason FROM suppressions')).map(({ reason }) => reason)).toEqual(['reminders']);
    expect(await erase(50.001)).toEqual({ submissions: 1, unconfirmed: 0, houseFacts: 0 });
    expect(mails()).toBe(0);
    expect(await query('SELECT reason FROM suppressions')).toEqual([]);
    expect((await counts())['deliveries']).toBe(0);
  });

  it('is kept while the link that confirms it is valid, which the organizer had sent again', async () => {
    await using temporary = await temporaryStore(engine);
    const { store, folder: dataDir } = temporary;
    const { id } = await store.submissions.record(post('held', 0, { state: 'held', linkHash: 'link', deliveries: [] }));
    await store.submissions.resendFormMail(id, 'link', on(6));
    const erase = (days: number) =>
      eraseExpired(store, { dataDir, retentionDays: 30, alumnaeRetentionDays: 0 }, { retreats: [], undated: [] }, on(days));
    expect(await erase(12.999)).toMatchObject({ unconfirmed: 0 });
    expect((await store.submissions.findConfirmation('link', on(12.999))).kind).toBe('ready');
    expect(await erase(13)).toMatchObject({ unconfirmed: 1 });
  });

  it('has another change token after each erasing, even of several at one instant', async () => {
    await using temporary = await temporaryStore(engine);
    const { people, submissions, database } = temporary.store;
    for (const name of ['a', 'b', 'c']) await submissions.record(post(name, 0, { proof: undefined }));
    await submissions.record(post('late', 20));
    const now = on(31);
    const tokens = [(await database.readChangeToken()).submissions];
    for (const erase of [
      () => eraseRows({ people }, 'a@example.com', now),
      () => eraseRows({ people }, 'b@example.com', now),
      () => people.eraseOlderThan({ dataBefore: on(1), heldBefore: on(1), now, ...keepingNobody }),
    ]) {
      await erase();
      tokens.push((await database.readChangeToken()).submissions);
    }
    expect(new Set(tokens).size).toBe(4);
  });

  it('is erased completely by several instances at once', async () => {
    await using temporary = await temporaryStore(engine);
    const { store, query } = temporary;
    await query(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1001)
      INSERT INTO submissions (id, form_id, form_kind, form_name, email_key, state, fields, utm, search, received_at)
      SELECT cast(i AS text), 'f', 'workshop', 'F', cast(i AS text), 'held', '{}', '{}', 'x', '2025-11-02T00:00:00.000Z' FROM n`);
    const erased = await Promise.all(
      [1, 2, 3].map(() => store.people.eraseOlderThan({ dataBefore: on(0), heldBefore: on(0), now: on(0), ...keepingNobody })),
    );
    expect(erased.reduce((sum, { submissions, unconfirmed }) => sum + submissions + unconfirmed, 0)).toBe(1001);
    expect(await store.submissions.countByState()).toEqual([]);
  });
});
