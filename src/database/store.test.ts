import { statSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Store } from '../app/open-store.ts';
import type { SubmissionFilter } from '../submissions/queries.ts';
import type { SubmissionToStore } from '../submissions/repository.ts';
import { rowsPerFetch } from './engine.ts';
import { StoreUnavailable } from './unavailable.ts';
import { eraseRows } from '../../test/support/erasing.ts';
import { recording } from '../../test/support/recording.ts';
import { engines, temporaryStore } from '../../test/support/databases.ts';

const day = (date: number) => new Date(Date.UTC(2026, 10, date, 12));

const person = (name: string) => ({ inf_field_Email: `${name}@example.com`, inf_field_Company: name });

async function brands(store: Store, filter?: SubmissionFilter) {
  return (await Array.fromAsync(store.submissions.list(filter))).map(({ fields }) => fields['inf_field_Company']);
}

/**
 * Records a submission as its founder does, who sends the form again if the database took too long. Over PostgreSQL, of submissions that
 * meet at the constraint of their person one is stored and the others are retried, for five seconds; on a busy machine that is too short
 * for the last of very many.
 */
async function recordAtLast(store: Store, submission: SubmissionToStore): Promise<void> {
  try {
    await store.submissions.record(submission);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    await recordAtLast(store, submission);
  }
}

describe.each(engines)('the store over %s', (engine) => {
  it('overwrites deleted data once a transaction that is in progress has ended', async () => {
    await using temporary = await temporaryStore(engine);
    const { submissions, database } = temporary.store;
    await submissions.record(recording(person('ada'), { receivedAt: day(1) }));
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const erased = eraseRows(temporary.store, 'ada@example.com', day(2), () => {
      begun.resolve();
      return gate.promise;
    });
    await begun.promise;
    const purged = database.purge();
    gate.resolve();
    await expect(Promise.all([erased, purged])).resolves.toMatchObject([{ submissions: 1 }, undefined]);
  });

  it('says that deleted data is left while exports read the database, and removes it after that', async () => {
    await using temporary = await temporaryStore(engine);
    const { submissions, database } = temporary.store;
    await submissions.record(recording(person('ada'), { receivedAt: day(1) }));
    // More than one fetch returns, so that an export is not complete after its first row.
    await temporary.query(
      `INSERT INTO submissions (id, form_id, form_kind, form_name, email_key, state, fields, utm, search, received_at)
       WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n <= ${rowsPerFetch})
       SELECT 'id ' || n, 'f', 'workshop', 'F', 'key ' || n, 'accepted', '{}', '{}', '', '2026-11-02T00:00:00.000Z' FROM numbers`,
    );
    // As many as there are connections for lists.
    const lists = [submissions.list(), submissions.list()];
    for (const list of lists) await list.next();
    await eraseRows(temporary.store, 'ada@example.com', day(2));
    expect(await database.purge()).toMatch(/^Erased data is still in .* such as .*an export\./u);
    for (const list of lists) await list.return(undefined);
    expect(await database.purge()).toBeUndefined();
  });

  it.runIf(engine === 'sqlite')('answers requests while deleted data is overwritten', async () => {
    await using temporary = await temporaryStore(engine);
    const { submissions, database } = temporary.store;
    const order: string[] = [];
    const purged = database.purge().then(() => order.push('purged'));
    await submissions.countByState();
    order.push('answered');
    await purged;
    expect(order).toEqual(['answered', 'purged']);
  });

  describe('record', () => {
    it('stores every value exactly as typed', async () => {
      await using temporary = await temporaryStore(engine);
      const text = fc.string({ unit: 'binary', maxLength: 60 });
      await fc.assert(
        fc.asyncProperty(fc.uuid(), fc.dictionary(text, text, { minKeys: 5, noNullPrototype: true }), async (name, typed) => {
          const values = { ...typed, inf_field_Email: `${name}@example.com` };
          const { id } = await temporary.store.submissions.record(recording(values, { utm: typed, receivedAt: day(1) }));
          const kept = await temporary.store.submissions.find(id);
          expect(kept).toMatchObject({ id, receivedAt: '2026-11-01T12:00:00.000Z', state: 'accepted' });
          expect(kept?.fields).toEqual({ inf_field_FirstName: 'Ottoline', inf_field_LastName: 'Vane', ...values });
          expect(kept?.utm).toEqual(typed);
        }),
        { numRuns: 20 },
      );
    });

    it('supersedes older submissions of the same form and address, regardless of case and Unicode composition', async () => {
      await using temporary = await temporaryStore(engine);
      const { store } = temporary;
      const first = await store.submissions.record(recording({ inf_field_Email: 'zoé@example.com', inf_field_Company: '1' }));
      const second = await store.submissions.record(recording({ inf_field_Email: 'ZOE\u0301@Example.com', inf_field_Company: '2' }));
      const third = await store.submissions.record(recording({ inf_field_Email: 'zoé@example.com', inf_field_Company: '3' }));
      await store.submissions.record(
        recording({ inf_field_Email: 'zoé@example.com', inf_field_Company: 'another form' }, { form: 'waitlist' }),
      );
      await store.submissions.record(recording({ inf_field_Email: 'zoe@example.com', inf_field_Company: 'another person' }));
      expect(await brands(store)).toEqual(['another person', 'another form', '3']);
      expect(await brands(store, { superseded: true })).toEqual(['another person', 'another form', '3', '2', '1']);
      const [shown] = await store.submissions.listByIdPrefix(third.id);
      expect(shown?.older.map(({ id, supersededBy }) => [id, supersededBy])).toEqual([
        [second.id, third.id],
        [first.id, second.id],
      ]);
    });

    it('supersedes all but one of 40 simultaneous submissions', async () => {
      await using temporary = await temporaryStore(engine);
      const { store } = temporary;
      await Promise.all([...Array(40).keys()].map((number) => recordAtLast(store, recording({ inf_field_Company: String(number) }))));
      expect(await brands(store)).toHaveLength(1);
      expect(await brands(store, { superseded: true })).toHaveLength(40);
    });
  });

  describe('submissions', () => {
    it('are filtered by form, kind, state, time and text and limited, newest first', async () => {
      await using temporary = await temporaryStore(engine);
      const { store, query } = temporary;
      await store.submissions.record(recording(person('third'), { receivedAt: day(3) }));
      await store.submissions.record(recording(person('first'), { receivedAt: day(1), form: 'waitlist' }));
      await store.submissions.record(recording(person('second'), { receivedAt: day(2) }));
      expect(await brands(store)).toEqual(['third', 'second', 'first']);
      expect(await brands(store, { form: 'waitlist' })).toEqual(['first']);
      expect(await brands(store, { form: 'a'.repeat(32) })).toEqual(['third', 'second']);
      expect(await brands(store, { form: 'a' })).toEqual([]);
      expect(await brands(store, { since: day(2).toISOString() })).toEqual(['third', 'second']);
      expect(await brands(store, { until: day(2).toISOString() })).toEqual(['first']);
      expect(await brands(store, { limit: 2 })).toEqual(['third', 'second']);
      expect(await brands(store, { search: 'IRS', form: 'waitlist', state: 'accepted' })).toEqual(['first']);
      await query("UPDATE submissions SET state = 'held' WHERE search LIKE '%second%'");
      expect(await brands(store, { state: 'held' })).toEqual(['second']);
      expect(await brands(store, { state: 'quarantined' })).toEqual([]);
    });

    it('are found by any part of any value, special characters included', async () => {
      await using temporary = await temporaryStore(engine);
      const { store } = temporary;
      const answers = ['100% Cotton', 'O\'Neill & "Sons"', 'a_b\\c', 'ÉCLAIR Bakery', '王さん', 'two\r\nlines', '(AND) OR* NEAR'];
      for (const [index, brand] of answers.entries())
        await store.submissions.record(recording({ inf_field_Email: `${index}@example.com`, inf_field_Company: brand }));
      for (const brand of answers)
        for (const length of [1, 2, 3, 5])
          for (let start = 0; start + length <= brand.length; start += 1) {
            const part = brand.slice(start, start + length);
            expect({ part, found: await brands(store, { search: part.toUpperCase() }) }).toEqual({
              part,
              found: expect.arrayContaining([brand]) as string[],
            });
          }
      expect(await brands(store, { search: '0% c' })).toEqual(['100% Cotton']);
      expect(await brands(store, { search: '%' })).toEqual(['100% Cotton']);
      expect(await brands(store, { search: '_b\\' })).toEqual(['a_b\\c']);
      expect(await brands(store, { search: 'éclair bak' })).toEqual(['ÉCLAIR Bakery']);
      expect(await brands(store, { search: 'e\u0301clair' })).toEqual(['ÉCLAIR Bakery']);
      expect(await brands(store, { search: 'cotton wool' })).toEqual([]);
    });

    it('are found and limited when thousands contain the text', async () => {
      await using temporary = await temporaryStore(engine);
      const { store, query } = temporary;
      await store.submissions.record(recording({ inf_field_Company: 'needle in this' }, { receivedAt: day(1) }));
      await query(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
      INSERT INTO submissions (id, form_id, form_kind, form_name, email_key, state, fields, utm, search, received_at)
      SELECT cast(i AS text), 'f', 'workshop', 'F', cast(i AS text), 'accepted', '{"inf_field_Company":"hay ' || i || '"}', '{}', 'hay ' || i || ' in this', '2026-11-02T00:00:00.000Z' FROM n`);
      expect(await brands(store, { search: 'in this' })).toHaveLength(6001);
      expect(await brands(store, { search: 'in this', limit: 1 })).toEqual(['hay 6000']);
      expect(await brands(store, { search: 'needle in' })).toEqual(['needle in this']);
    });

    it('are listed from one snapshot while others are recorded', async () => {
      await using temporary = await temporaryStore(engine);
      const { store } = temporary;
      for (const name of ['a', 'b', 'c'])
        await store.submissions.record(recording({ inf_field_Email: `${name}@example.com`, inf_field_Company: name }));
      const read: unknown[] = [];
      for await (const { fields } of store.submissions.list()) {
        read.push(fields['inf_field_Company']);
        await store.submissions.record(recording({ inf_field_Email: 'a@example.com', inf_field_Company: 'sent again meanwhile' }));
      }
      expect(read).toEqual(['c', 'b', 'a']);
    });
  });

  it('finds a submission by the prefix of its id', async () => {
    await using temporary = await temporaryStore(engine);
    const { store } = temporary;
    const { id } = await store.submissions.record(recording());
    const found = async (start: string) => (await store.submissions.listByIdPrefix(start)).map((each) => each.submission.id);
    expect(await found(id)).toEqual([id]);
    expect(await found(id.slice(0, 13).toUpperCase())).toEqual([id]);
    expect(await found(`${id}0`)).toEqual([]);
    expect(await found('f')).toEqual([]);
  });
});

it('the database files are private to the user', async () => {
  await using temporary = await temporaryStore('sqlite');
  await temporary.store.submissions.record(recording());
  for (const end of ['', '-wal']) expect(statSync(temporary.file + end).mode & 0o077).toBe(0);
});
