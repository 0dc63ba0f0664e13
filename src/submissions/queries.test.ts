import { describe, expect, it } from 'vitest';
import { engines, temporaryStore } from '../../test/support/databases.ts';
import { answersOf, registration } from '../../test/support/desk.ts';
import { readQueryPlan } from '../../test/support/query-plan.ts';
import type { SubmissionPage } from './queries.ts';

const newestFirst: SubmissionPage = { sort: 'received', isDescending: true, offset: 0, limit: 10 };

describe.each(engines)('a page of submissions, over %s', (engine) => {
  it('sorts by each column, filters, and counts all that match', async () => {
    await using temporary = await temporaryStore(engine);
    const { submissions } = temporary.store;
    for (const recording of [
      registration({ daysAgo: 3, more: answersOf('Ada Byron', 'oven \0', '150+ Units', { inf_field_Email: 'c@example.com' }) }),
      registration({
        daysAgo: 2,
        form: 'workshop',
        more: answersOf('Bea Potter', 'Crumb', '1-10 Units', { inf_field_Email: 'a@example.com' }),
      }),
      registration({
        daysAgo: 1,
        state: 'held',
        more: answersOf('cleo Vane', 'Zest', '11-25 Units', { inf_field_Email: 'b@example.com' }),
      }),
    ])
      await submissions.record(recording);
    const names = async (filter: Parameters<typeof submissions.readPage>[0], order: Partial<SubmissionPage>) => {
      const { total, submissions: found } = await submissions.readPage(filter, { ...newestFirst, ...order });
      return [total, ...found.map(({ fields }) => fields['inf_field_FirstName'])];
    };
    const ascending = { isDescending: false };
    expect(await names({}, {})).toEqual([3, 'cleo', 'Bea', 'Ada']);
    expect(await names({}, { sort: 'name', ...ascending })).toEqual([3, 'Ada', 'Bea', 'cleo']);
    expect(await names({}, { sort: 'brand', ...ascending })).toEqual([3, 'Bea', 'Ada', 'cleo']);
    expect(await names({}, { sort: 'email', ...ascending })).toEqual([3, 'Bea', 'cleo', 'Ada']);
    expect(await names({}, { sort: 'size', ...ascending })).toEqual([3, 'Bea', 'cleo', 'Ada']);
    expect(await names({}, { sort: 'state' })).toEqual([3, 'cleo', 'Bea', 'Ada']);
    expect(await names({}, { sort: 'form' })).toEqual([3, 'Bea', 'cleo', 'Ada']);
    expect(await names({}, { offset: 1, limit: 1 })).toEqual([3, 'Bea']);
    expect(await names({ form: 'waitlist' }, {})).toEqual([2, 'cleo', 'Ada']);
    expect(await names({ state: 'accepted', systemSize: '150+ Units' }, {})).toEqual([1, 'Ada']);
    expect(await names({ search: 'CRUMB' }, {})).toEqual([1, 'Bea']);
    for (const words of ['ada byron', ' Byron  Ada', 'ada ov', 'a by ']) expect(await names({ search: words }, {})).toEqual([1, 'Ada']);
    expect(await names({ search: 'ada potter' }, {})).toEqual([0]);
    expect(await names({ search: 'a '.repeat(2000) }, {})).toEqual([3, 'cleo', 'Bea', 'Ada']);
    expect((await submissions.listForCounts()).map(({ systemSize }) => systemSize).toSorted()).toEqual([
      '1-10 Units',
      '11-25 Units',
      '150+ Units',
    ]);
  });
});

it('a page of submissions in the order of an answer reads the answers of that page only', async () => {
  await using temporary = await temporaryStore();
  const { submissions } = temporary.store;
  await submissions.record(registration({}));
  const plan = await readQueryPlan(temporary.databaseUrl, async () => {
    expect((await submissions.readPage({}, { ...newestFirst, sort: 'size', offset: 0 })).total).toBe(1);
  });
  expect(plan).toContain('SEARCH submissions USING INTEGER PRIMARY KEY (rowid=?)');
});
