import { expect, it } from 'vitest';
import { answersOf, registration } from '../../../../test/support/desk.ts';
import { dayMs } from '../../../durations.ts';
import { startRemoteDesk } from '../../../../test/support/remote-desk.ts';
import type { Overview } from './overview.ts';

it('the days of the desk at an address of its own end at midnight in the house, whatever the zone of the server', async () => {
  await using desk = await startRemoteDesk({ now: new Date() });
  const cookie = await desk.signIn('Ada');
  // 8 in the evening in Texas is the next day in UTC.
  const receivedAt = new Date('2026-01-16T02:00:00Z');
  const { submission, ...recorded } = registration({ more: answersOf('Grace Hopper', 'Cobol') });
  await desk.store.submissions.record({ ...recorded, submission: { ...submission, receivedAt } });
  const { days } = (await desk.get('/api/overview', { cookie })).json<Overview>();
  expect(days[0]).toEqual({ label: '2026-01-15', waitlist: 1, workshop: 0 });
});

it('the end of the last retreat and workshop is stated without commands', async () => {
  await using desk = await startRemoteDesk({ now: new Date() });
  const { endings } = (await desk.get('/api/overview', { cookie: await desk.signIn('Ada') })).json<Overview>();
  expect(endings.length).toBeGreaterThan(0);
  for (const ending of endings) expect(ending).toMatch(/, and [^:]*; add the next one under Pages\.$/u);
});

it('expired data that is not erased after a long downtime is stated with the time of the last erasing', async () => {
  const clock = { now: new Date() };
  await using desk = await startRemoteDesk(clock);
  const cookie = await desk.signIn('Ada');
  const doubt = async () => (await desk.get('/api/overview', { cookie })).json<Overview>().clockDoubt;
  expect(await doubt()).toBeUndefined();
  const erasedAt = new Date(clock.now.getTime() - 8 * dayMs);
  await desk.store.people.recordErasing(erasedAt);
  expect(await doubt()).toMatchObject({ of: 'erasing', days: 8, lastKnown: erasedAt.toISOString() });
});
