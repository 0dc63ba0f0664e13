import { expect, it } from 'vitest';
import { answersOf, registration } from '../../../../test/support/desk.ts';
import { startRemoteDesk } from '../../../../test/support/remote-desk.ts';
import type { RetreatBoard } from './retreat.ts';

it('the waiting founders can be filtered by size and by the day they joined, and sorted; their cards show what they would bring', async () => {
  await using desk = await startRemoteDesk({ now: new Date() });
  const cookie = await desk.signIn('Rita', 'reader');
  const bring = { inf_custom_FounderHouseRetreatBringToTheTable: 'A hundred openings', inf_custom_FounderHouseRetreatLeaveWith: ' ' };
  const founders = [
    registration({ daysAgo: 9, more: answersOf('Cleo Vane', 'apple', '150+ Units') }),
    registration({ daysAgo: 5, more: answersOf('Bea Potter', 'Zinc', '1-10 Units', bring) }),
    registration({ daysAgo: 1, more: answersOf('ada Byron', 'Mint', '11-25 Units') }),
  ];
  for (const founder of founders) await desk.store.submissions.record(founder);
  const board = async (query: Record<string, string>) => {
    const { cards } = (await desk.get(`/api/retreat?${new URLSearchParams(query)}`, { cookie })).json<RetreatBoard>();
    return cards.map(({ name }) => name);
  };
  expect(await board({})).toEqual(['Cleo Vane', 'Bea Potter', 'ada Byron']);
  expect(await board({ order: 'brand' })).toEqual(['Cleo Vane', 'ada Byron', 'Bea Potter']);
  expect(await board({ size: '150+ Units' })).toEqual(['Cleo Vane']);
  expect(await board({ since: new Date(Date.now() - 6 * 86_400_000).toISOString() })).toEqual(['Bea Potter', 'ada Byron']);
  const { cards } = (await desk.get('/api/retreat?search=potter', { cookie })).json<RetreatBoard>();
  expect(cards).toMatchObject([{ name: 'Bea Potter', answers: ['A hundred openings'] }]);
});
