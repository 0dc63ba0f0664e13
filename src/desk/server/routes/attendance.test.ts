import { afterEach, beforeEach, expect, it } from 'vitest';
import { contentWith, hoursBefore } from '../../../../test/support/app.ts';
import { answersOf, registration } from '../../../../test/support/desk.ts';
import { content } from '../../../../test/support/forms.ts';
import { startRemoteDesk } from '../../../../test/support/remote-desk.ts';
import { readFunnel } from '../../../funnel/funnel.ts';
import { selectionOf } from '../../../letters/selection.ts';

const { slug } = content.workshops[0]!;
const afterEnd = hoursBefore(-2);
const noAttendance = 'Only a registration for a workshop that has begun and is not cancelled has attendance.';

let clock: { now: Date };
let desk: Awaited<ReturnType<typeof startRemoteDesk>>;
let cookie: string;

beforeEach(async () => {
  clock = { now: hoursBefore(1) };
  desk = await startRemoteDesk(clock);
  cookie = await desk.signIn('Ada');
  clock.now = afterEnd;
});
afterEach(() => desk[Symbol.asyncDispose]());

/** Stores a form of Grace Hopper, sent before the workshop; returns its id. */
async function store(options: Parameters<typeof registration>[0] = {}): Promise<string> {
  const { submission, ...rest } = registration({ form: 'workshop', more: answersOf('Grace Hopper', 'Cobol'), ...options });
  return (await desk.store.submissions.record({ ...rest, submission: { ...submission, receivedAt: hoursBefore(24) } })).id;
}

async function change(id: string, body: object = { joined: true }) {
  const response = await desk.post(`/api/registrations/${id}/attendance`, { cookie }, body);
  return [response.statusCode, response.json<object>()] as const;
}

const attendance = async (id: string) =>
  (await desk.get(`/api/registrations/${id}`, { cookie })).json<{ attendance: object | null }>().attendance;

/** Returns the addresses of the founders of a letter after the workshop. */
async function group(came: 'came' | 'missed'): Promise<string[]> {
  const select = selectionOf({ of: 'workshop', workshop: slug, attendance: came }, content, clock.now);
  const { to } = await desk.store.letters.readRecipients('none', select, (email) => email);
  return to.map(({ name }) => name.split(' ')[0]!);
}

it('an organizer records that a founder joined and takes it back, with the name of the organizer each time, and letters and figures follow', async () => {
  const id = await store();
  expect(await attendance(id)).toEqual({ joined: null, removals: [], letter: null });
  expect([await group('came'), await group('missed')]).toEqual([[], ['Grace']]);
  const token = async () => (await desk.store.database.readChangeToken()).attendance;
  const before = await token();
  expect(await change(id)).toEqual([200, {}]);
  expect(await token()).not.toBe(before);
  const joined = { joinedAt: afterEnd.toISOString(), actor: 'organizer', name: 'Ada' };
  expect(await attendance(id)).toEqual({ joined, removals: [], letter: null });
  expect([await group('came'), await group('missed')]).toEqual([['Grace'], []]);
  expect((await readFunnel(desk.store.funnel, content, slug)).total.joined).toBe(1);
  const { person } = (await desk.store.submissions.find(id))!;
  expect((await desk.store.people.find(person.email)).attendance).toEqual([{ submissionId: id, ...joined }]);
  expect(await change(id)).toEqual([409, { message: 'The founder is already recorded as joined.' }]);

  const other = { cookie: await desk.signIn('Bea') };
  expect((await desk.post(`/api/registrations/${id}/attendance`, other, { joined: false })).statusCode).toBe(200);
  const removal = { removedAt: afterEnd.toISOString(), name: 'Bea' };
  expect(await attendance(id)).toEqual({ joined: null, removals: [removal], letter: null });
  expect((await desk.store.people.find(person.email)).attendanceRemovals).toEqual([{ submissionId: id, ...removal }]);
  expect([await group('came'), await group('missed')]).toEqual([[], ['Grace']]);
  expect(await change(id, { joined: false })).toEqual([409, { message: 'Nobody has recorded by hand that the founder joined.' }]);
});

it('what a founder did by the personal link is shown, and cannot be removed', async () => {
  const id = await store();
  await desk.store.workshops.recordAttendance(id, hoursBefore(-0.5));
  expect(await attendance(id)).toEqual({
    joined: { joinedAt: hoursBefore(-0.5).toISOString(), actor: 'founder', name: null },
    removals: [],
    letter: null,
  });
  expect(await change(id, { joined: false })).toEqual([409, { message: 'Nobody has recorded by hand that the founder joined.' }]);
  expect(await group('came')).toEqual(['Grace']);
});

it('attendance can still be recorded after a letter about it was sent, and the founder’s record says which one', async () => {
  const id = await store();
  const audience = { of: 'workshop', workshop: slug, attendance: 'missed' } as const;
  const { letters } = desk.store;
  const letter = (await letters.find(await letters.write({ subject: 'S', text: ['T'], link: null, audience }, 'organizer', clock.now)))!;
  await letters.test(letter, 'organizer', clock.now);
  expect(await attendance(id)).toMatchObject({ letter: null });
  const select = () => selectionOf(audience, content, clock.now);
  await letters.send(letter, select, { addressIdOf: (email) => email, by: 'organizer', now: clock.now });
  const sent = { attendance: 'missed', sentAt: clock.now.toISOString() };
  expect(await attendance(id)).toEqual({ joined: null, removals: [], letter: sent });
  expect(await change(id)).toEqual([200, {}]);
  expect(await attendance(id)).toMatchObject({ joined: { name: 'Ada' }, letter: sent });
});

it('attendance is refused before the start, for a waitlist, a sign-up that is not confirmed, and an unknown id', async () => {
  const id = await store();
  clock.now = hoursBefore(0.01);
  expect([await attendance(id), await change(id)]).toEqual([null, [409, { message: noAttendance }]]);
  clock.now = hoursBefore(0);
  expect(await attendance(id)).toEqual({ joined: null, removals: [], letter: null });
  expect(await change(id, {})).toEqual([400, { message: 'Say whether the founder joined' }]);
  const onWaitlist = await store({ form: 'waitlist' });
  expect([await attendance(onWaitlist), await change(onWaitlist)]).toEqual([null, [409, { message: noAttendance }]]);
  const held = await store({ state: 'held', more: answersOf('Rosalind Franklin', 'Helix') });
  const unconfirmed = { message: 'This sign-up is not confirmed, or has been erased in the meantime.' };
  expect([await attendance(held), await change(held)]).toEqual([null, [409, unconfirmed]]);
  expect(await change('unknown')).toEqual([409, { message: 'This sign-up has been erased in the meantime.' }]);
});

it('a cancelled workshop has no attendance', async () => {
  await using cancelled = await startRemoteDesk(clock, { content: contentWith({ cancelled: true }) });
  const headers = { cookie: await cancelled.signIn('Ada') };
  const { id } = await cancelled.store.submissions.record(registration({ form: 'workshop' }));
  expect((await cancelled.get(`/api/registrations/${id}`, headers)).json()).toMatchObject({ attendance: null });
  const refused = await cancelled.post(`/api/registrations/${id}/attendance`, headers, { joined: true });
  expect([refused.statusCode, refused.json()]).toEqual([409, { message: noAttendance }]);
});
