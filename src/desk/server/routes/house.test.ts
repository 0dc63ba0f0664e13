import { expect, it } from 'vitest';
import { answersOf, registration } from '../../../../test/support/desk.ts';
import { houseAnswers } from '../../../../test/support/house.ts';
import { invitationSettingsFor } from '../../../../test/support/recording.ts';
import { startRemoteDesk } from '../../../../test/support/remote-desk.ts';

const invitationSettings = invitationSettingsFor(10);

it('the sheet for the house is in the order of arrival, and a reader cannot see it', async () => {
  const clock = { now: new Date('2026-11-20T12:00:00Z') };
  await using desk = await startRemoteDesk(clock);
  const { waitlist, submissions } = desk.store;
  const arrivals = { 'Ada Byron': '2031-05-01T18:00', 'Bea Potter': undefined, 'Cleo Vane': '2031-05-01T09:30', 'Dora Maar': '' };
  const ids: string[] = [];
  for (const [name, arrival] of Object.entries(arrivals)) {
    const { id } = await submissions.record(
      registration({ more: { ...answersOf(name, 'Hearth'), inf_field_Email: `${name.slice(0, 3)}@example.com` } }),
    );
    ids.push(id);
    const invitation = await waitlist.invite(
      id,
      { note: '', latestEnd: new Date('2027-01-01'), overCapacity: false, by: 'organizer' },
      invitationSettings,
      clock.now,
    );
    await waitlist.answer(invitationSettings.hashFor(invitation.id), 'accept', invitationSettings, clock.now);
    if (arrival !== undefined) await waitlist.saveHouseFacts(id, { ...houseAnswers, arrival }, clock.now);
  }
  const cookie = await desk.signIn('Ada');
  const sheet = (await desk.get('/api/house', { cookie })).json<{ name: string; answers: { label: string; value: string }[] | null }[]>();
  expect(sheet.map(({ name }) => name)).toEqual(['Cleo Vane', 'Ada Byron', 'Dora Maar', 'Bea Potter']);
  expect(sheet.map(({ answers }) => answers?.find(({ label }) => label.startsWith('Arrival'))?.value)).toEqual([
    'Thursday, May 1st, 2031, 9:30 am',
    'Thursday, May 1st, 2031, 6:00 pm',
    undefined,
    undefined,
  ]);
  expect(sheet.at(-1)?.answers).toBeNull();
  expect((await desk.get(`/api/registrations/${ids[0]}`, { cookie })).body).toContain(houseAnswers.diet);

  const reader = await desk.signIn('Rita', 'reader');
  const refused = await desk.get('/api/house', { cookie: reader });
  expect([refused.statusCode, refused.json()]).toEqual([403, { message: 'Only organizers see this. Ask one of them.' }]);
  for (const path of [`/api/registrations/${ids[0]}`, '/api/registrations', '/api/registrations.csv', '/api/retreat'])
    expect((await desk.get(path, { cookie: reader })).body).not.toContain(houseAnswers.diet);
  expect(desk.logged.join('\n')).not.toContain(houseAnswers.diet);
});
