import { expect, it } from 'vitest';
import { hoursBefore } from '../../../../test/support/app.ts';
import { answersOf, registration } from '../../../../test/support/desk.ts';
import { content, workshop } from '../../../../test/support/forms.ts';
import { recording } from '../../../../test/support/recording.ts';
import { dayMs } from '../../../durations.ts';
import { startRemoteDesk } from '../../../../test/support/remote-desk.ts';
import { selectionOf } from '../../../letters/selection.ts';
import type { Overview } from './overview.ts';

it('the days of the desk at an address of its own end at midnight in the house, whatever the zone of the server', async () => {
  await using desk = await startRemoteDesk({ now: new Date() });
  const cookie = await desk.signIn('Ada');
  // 8 in the evening in Texas is the next day in UTC. After a clock was set back, the later one is stored first.
  for (const [name, receivedAt] of [
    ['Ada Byron', '2026-01-17T12:00:00Z'],
    ['Grace Hopper', '2026-01-16T02:00:00Z'],
  ] as const) {
    const { submission, ...recorded } = registration({ more: answersOf(name, 'Cobol') });
    await desk.store.submissions.record({ ...recorded, submission: { ...submission, receivedAt: new Date(receivedAt) } });
  }
  const { days } = (await desk.get('/api/overview', { cookie })).json<Overview>();
  expect(days.filter(({ waitlist }) => waitlist > 0)).toEqual(
    ['2026-01-15', '2026-01-17'].map((label) => ({ label, waitlist: 1, workshop: 0 })),
  );
});

it('a sign-up that was recorded while the clock was at 1970 counts on the first day of the others', async () => {
  const now = new Date('2026-03-01T18:00:00Z');
  await using desk = await startRemoteDesk({ now });
  for (const [name, receivedAt] of [
    ['Ada Byron', '1970-01-01T12:00:00Z'],
    ['Grace Hopper', '2026-01-16T18:00:00Z'],
  ] as const) {
    const { submission, ...recorded } = registration({ more: answersOf(name, 'Cobol') });
    await desk.store.submissions.record({ ...recorded, submission: { ...submission, receivedAt: new Date(receivedAt) } });
  }
  const { days } = (await desk.get('/api/overview', { cookie: await desk.signIn('Ada') })).json<Overview>();
  expect(days).toHaveLength(45);
  expect(days[0]).toEqual({ label: '2026-01-16', waitlist: 2, workshop: 0 });
});

it('the end of the last retreat and workshop is stated without commands', async () => {
  await using desk = await startRemoteDesk({ now: new Date() });
  const { endings } = (await desk.get('/api/overview', { cookie: await desk.signIn('Ada') })).json<Overview>();
  expect(endings.length).toBeGreaterThan(0);
  for (const ending of endings) expect(ending).toMatch(/, and [^:]*; add the next one under Pages\.$/u);
});

it('a workshop with founders is named in the week before it without an address of its call, and for two weeks after it without a letter', async () => {
  const clock = { now: hoursBefore(8 * 24) };
  await using desk = await startRemoteDesk(clock);
  const { slug, title, on } = content.workshops[0]!;
  const { submissions, workshops, letters } = desk.store;
  const tasks = async () => {
    const cookie = await desk.signIn('Ada');
    return (await desk.get('/api/overview', { cookie })).json<Overview>().workshopTasks;
  };
  const tasksAt = (hours: number) => {
    clock.now = hoursBefore(hours);
    return tasks();
  };
  expect(await tasksAt(1)).toEqual([]);
  await submissions.record(recording({}, { form: workshop, receivedAt: clock.now }));
  expect(await tasksAt(8 * 24)).toEqual([]);
  for (const hours of [6 * 24, -0.5]) expect(await tasksAt(hours)).toEqual([{ kind: 'address', slug, title, on }]);
  await workshops.setMeetingLink(slug, 'https://meet.example/1', clock.now);
  expect(await tasks()).toEqual([]);

  for (const hours of [-2, -13 * 24]) expect(await tasksAt(hours)).toEqual([{ kind: 'letters', slug, title, on }]);
  expect(await tasksAt(-16 * 24)).toEqual([]);
  clock.now = hoursBefore(-2);
  const audience = { of: 'workshop', workshop: slug, attendance: 'missed' } as const;
  const letter = (await letters.find(await letters.write({ subject: 'S', text: ['T'], link: null, audience }, 'organizer', clock.now)))!;
  expect(await tasks()).toHaveLength(1);
  await letters.test(letter, 'organizer', clock.now);
  await letters.send(letter, () => selectionOf(audience, content, clock.now), {
    addressIdOf: (email) => email,
    by: 'organizer',
    now: clock.now,
  });
  expect(await tasks()).toEqual([]);
});

it('a workshop for which a founder registered only after its end needs no letter', async () => {
  const clock = { now: hoursBefore(-2) };
  await using desk = await startRemoteDesk(clock);
  await desk.store.submissions.record(recording({}, { form: workshop, receivedAt: clock.now }));
  const cookie = await desk.signIn('Ada');
  expect((await desk.get('/api/overview', { cookie })).json<Overview>().workshopTasks).toEqual([]);
});

it('expired data that is not erased after a long downtime is stated with the time of the last deletion', async () => {
  const clock = { now: new Date() };
  await using desk = await startRemoteDesk(clock);
  const cookie = await desk.signIn('Ada');
  const doubt = async () => (await desk.get('/api/overview', { cookie })).json<Overview>().clockDoubt;
  expect(await doubt()).toBeUndefined();
  const erasedAt = new Date(clock.now.getTime() - 8 * dayMs);
  await desk.store.people.recordErasing(erasedAt);
  expect(await doubt()).toMatchObject({ of: 'erasing', days: 8, lastKnown: erasedAt.toISOString() });
});

it('Today counts every sign-up that the provider lost, and names the founders of the first five', async () => {
  const clock = { now: new Date() };
  await using desk = await startRemoteDesk(clock);
  const { submissions, outbox } = desk.store;
  const register = (number: number) => {
    const more = answersOf(`Grace ${number}`, 'Cobol', '11-25 Units', { inf_field_Email: `grace${number}@example.com` });
    return submissions.record(registration({ more, deliveries: [{ channel: 'keap-api', kind: 'submission' }] }));
  };
  for (let number = 0; number < 25; number += 1) await register(number);
  const deliveries = (await Array.fromAsync(outbox.list())).toReversed();
  const cursor = { deliveredAt: clock.now.toISOString(), deliveryId: deliveries.at(-1)!.id };
  const compared = deliveries.map(({ id }, index) => ({
    deliveredAt: cursor.deliveredAt,
    deliveryId: id,
    problem: index === 0 ? 'there is no contact' : 'the contact has no tag 1512',
  }));
  await outbox.recordReadBack(compared, { cursor, now: clock.now, resumeAt: clock.now });
  const cookie = await desk.signIn('Ada');
  const read = async () => (await desk.get('/api/overview', { cookie })).json<Overview>();
  const { drifted, firstDrifted } = await read();
  const lostTags = { problem: 'the contact has no tag 1512', count: 24 };
  expect(drifted).toEqual([{ problem: 'there is no contact', count: 1 }, lostTags]);
  expect(firstDrifted.map(({ name }) => name)).toEqual(Array.from({ length: 5 }, (_, number) => `Grace ${number}`));
  // Newer answers replace lost ones.
  await register(0);
  expect((await read()).drifted).toEqual([lostTags]);
});
