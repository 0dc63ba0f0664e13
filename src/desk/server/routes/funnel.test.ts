import { expect, it } from 'vitest';
import { content, workshop } from '../../../../test/support/forms.ts';
import { startRemoteDesk } from '../../../../test/support/remote-desk.ts';
import type { FunnelOfLargest } from './workshops.ts';

const { slug } = content.workshops.find(({ form }) => form.id === workshop.id)!;

it('the funnel is that of one workshop or of everything, and an unknown workshop is not found', async () => {
  await using desk = await startRemoteDesk({ now: new Date('2026-11-20T12:00:00Z') });
  const cookie = await desk.signIn('Ada');
  const counted = async (query: string) => {
    const response = await desk.get(`/api/funnel${query}`, { cookie });
    return [response.statusCode, response.json<unknown>()];
  };
  expect(await counted(`?workshop=${slug}`)).toEqual([200, expect.objectContaining({ workshop: slug })]);
  for (const all of ['', '?workshop=']) expect(await counted(all)).toEqual([200, expect.objectContaining({ workshop: null })]);
  const unknown = await desk.get('/api/questions?workshop=unknown', { cookie });
  expect(await counted('?workshop=unknown')).toEqual([404, unknown.json()]);
});

it('the funnel has the hundred largest campaigns and the number of others, since anybody can invent campaigns', async () => {
  await using desk = await startRemoteDesk({ now: new Date('2026-11-20T12:00:00Z') });
  const view = { day: '2026-11-20', page: `workshop:${slug}`, isRobot: false };
  await desk.store.funnel.addViews(Array.from({ length: 103 }, (_, number) => ({ ...view, campaign: `c${number}`, count: number + 1 })));
  const funnel = (await desk.get('/api/funnel', { cookie: await desk.signIn('Ada') })).json<FunnelOfLargest>();
  expect(funnel.campaigns.map(({ views: seen }) => seen)).toEqual(Array.from({ length: 100 }, (_, index) => 103 - index));
  expect([funnel.otherCampaigns, funnel.total.views]).toEqual([3, (103 * 104) / 2]);
});
