import { describe, expect, it } from 'vitest';
import { engines, temporaryStore } from '../../test/support/databases.ts';
import { answersOf, registration } from '../../test/support/desk.ts';
import type { EntryFilter } from './repository/entries.ts';

describe.each(engines)('the waitlist, over %s', (engine) => {
  it('is sorted by each order, and filtered by system size and by when a founder joined', async () => {
    await using temporary = await temporaryStore(engine);
    const { submissions, waitlist } = temporary.store;
    for (const recording of [
      registration({ daysAgo: 9, more: answersOf('Cleo Vane', 'apple', '150+ Units') }),
      registration({ daysAgo: 5, more: answersOf('Bea Potter', 'Zinc \0', '1-10 Units') }),
      registration({ daysAgo: 1, more: answersOf('ada Byron', 'Mint', '11-25 Units') }),
    ])
      await submissions.record(recording);
    const names = async (filter: EntryFilter) => (await waitlist.list(filter)).map(({ submission }) => submission.person.firstName);
    const sorted = (order: EntryFilter['order']) => names({ order });
    expect(await names({})).toEqual(['Cleo', 'Bea', 'ada']);
    expect(await sorted('newest')).toEqual(['ada', 'Bea', 'Cleo']);
    expect(await sorted('name')).toEqual(['ada', 'Bea', 'Cleo']);
    expect(await sorted('brand')).toEqual(['Cleo', 'ada', 'Bea']);
    expect(await sorted('size')).toEqual(['Bea', 'ada', 'Cleo']);
    expect(await names({ systemSize: '150+ Units' })).toEqual(['Cleo']);
    expect(await names({ since: new Date(Date.now() - 6 * 86_400_000).toISOString() })).toEqual(['Bea', 'ada']);
  });
});
