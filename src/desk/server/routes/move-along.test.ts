import { expect, it } from 'vitest';
import { answersOf, registration } from '../../../../test/support/desk.ts';
import { content } from '../../../../test/support/forms.ts';
import { invitationSettingsFor } from '../../../../test/support/recording.ts';
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

/** The desk after two retreats, with a function that puts a founder on the waitlist of one of them. */
async function startAfterTwo() {
  const desk = await startRemoteDesk(
    { now: new Date('2026-10-05T12:00:00Z') },
    { content: { ...content, retreats: [shipped!, between, later] } },
  );
  const join = async (name: string, retreat: string, daysAgo = 0) => {
    const { submission, ...rest } = registration({
      daysAgo,
      more: answersOf(name, 'Zinc', '1-10 Units', { inf_field_Email: `${name.slice(0, 3)}@example.com` }),
    });
    return (await desk.store.submissions.record({ ...rest, submission: { ...submission, retreat } })).id;
  };
  return Object.assign(desk, { join });
}

it('the retreats for which founders still wait are listed with the latest first', async () => {
  await using desk = await startAfterTwo();
  await desk.join('Bea Potter', shipped!.slug);
  await desk.join('Cleo Vane', between.slug);
  const { stillWaiting } = (await desk.get('/api/overview', { cookie: await desk.signIn('Ada') })).json<Overview>();
  expect(stillWaiting.map(({ season }) => season)).toEqual(['Fall 2026', 'Spring 2026']);
});

it('a founder on the waitlists of two earlier retreats still waits for the one joined last only, and is asked once', async () => {
  await using desk = await startAfterTwo();
  const cookie = await desk.signIn('Ada');
  for (const name of ['Bea Potter', 'Cleo Vane', 'Dora Maar']) await desk.join(name, shipped!.slug, 2);
  await desk.join('Bea Potter', between.slug, 1);
  const cleo = await desk.store.waitlist.findBySubmission(await desk.join('Cleo Vane', between.slug, 1));
  await desk.store.waitlist.leave(cleo!.id, invitationSettingsFor(10), new Date());
  const counts = { asked: 0, later: 'Spring 2090' };
  const { stillWaiting } = (await desk.get('/api/overview', { cookie })).json<Overview>();
  expect(stillWaiting).toEqual([
    { ...counts, retreat: between.slug, season: 'Fall 2026', toAsk: 1 },
    { ...counts, retreat: shipped!.slug, season: 'Spring 2026', toAsk: 1 },
  ]);
  for (const { slug } of [shipped!, between])
    expect((await desk.post(`/api/retreats/${slug}/move-along`, { cookie })).json()).toEqual({ asked: 1, askedBefore: 0, already: 0 });
});
