import { expect, it } from 'vitest';
import { answersOf, registration } from '../../../../test/support/desk.ts';
import { content } from '../../../../test/support/forms.ts';
import { startRemoteDesk } from '../../../../test/support/remote-desk.ts';
import type { Overview } from './overview.ts';

const [shipped] = content.retreats;
const later = {
  ...shipped!,
  slug: 'later',
  facts: { ...shipped!.facts, season: 'Spring 2090', earliest: '2090-03-01', latest: '2090-05-31' },
};

it('founders who still wait for an earlier retreat are asked once to move along, and not by a reader', async () => {
  await using desk = await startRemoteDesk({ now: new Date() }, { content: { ...content, retreats: [shipped!, later] } });
  const [cookie, reader] = [await desk.signIn('Ada'), await desk.signIn('Rita', 'reader')];
  for (const name of ['Bea Potter', 'Cleo Vane']) await desk.store.submissions.record(registration({ more: answersOf(name, 'Zinc') }));
  const waiting = async () => (await desk.get('/api/overview', { cookie: reader })).json<Overview>().stillWaiting;
  const founders = { retreat: 'spring-2026', season: 'Spring 2026', later: 'Spring 2090' };
  expect(await waiting()).toEqual([{ ...founders, toAsk: 2, asked: 0 }]);
  const path = '/api/retreats/spring-2026/move-along';
  expect((await desk.post(path, { cookie: reader })).statusCode).toBe(403);
  expect((await desk.post(path, { cookie })).json()).toEqual({ asked: 2, askedBefore: 0, already: 0 });
  expect(await waiting()).toEqual([{ ...founders, toAsk: 0, asked: 2 }]);
  expect((await desk.post(path, { cookie })).json()).toEqual({ asked: 0, askedBefore: 2, already: 0 });
  expect((await desk.post('/api/retreats/later/move-along', { cookie })).json()).toEqual({
    message: 'There is no later retreat to move along to. Add it under Pages and publish it first.',
  });
});

it('the retreats for which founders still wait are listed with the latest first', async () => {
  const between = {
    ...shipped!,
    slug: 'between',
    facts: {
      ...shipped!.facts,
      season: 'Fall 2026',
      earliest: '2026-09-01',
      latest: '2026-09-30',
      waitlist: { ...shipped!.facts.waitlist, formId: 'f'.repeat(32) },
    },
  };
  await using desk = await startRemoteDesk(
    { now: new Date('2026-10-05T12:00:00Z') },
    { content: { ...content, retreats: [shipped!, between, later] } },
  );
  await desk.store.submissions.record(registration({ more: answersOf('Bea Potter', 'Zinc') }));
  const { submission, ...rest } = registration({ more: answersOf('Cleo Vane', 'Zinc') });
  await desk.store.submissions.record({ ...rest, submission: { ...submission, retreat: 'between' } });
  const { stillWaiting } = (await desk.get('/api/overview', { cookie: await desk.signIn('Ada') })).json<Overview>();
  expect(stillWaiting.map(({ season }) => season)).toEqual(['Fall 2026', 'Spring 2026']);
});
