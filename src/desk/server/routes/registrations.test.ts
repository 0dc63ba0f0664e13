import { expect, it } from 'vitest';
import { answersOf, registration } from '../../../../test/support/desk.ts';
import { houseAnswers } from '../../../../test/support/house.ts';
import { invitationSettingsFor } from '../../../../test/support/recording.ts';
import { startRemoteDesk } from '../../../../test/support/remote-desk.ts';
import type { SubmissionDetail } from './registrations.ts';

const invitationSettings = invitationSettingsFor(10);
const sent = (brand: string) => ({ more: { ...answersOf('Bea Potter', brand), inf_field_Email: 'bea@example.com' } });

it.each(['held', 'quarantined'] as const)(
  'a %s post with the address of a founder with a seat shows nothing of that founder',
  async (state) => {
    const clock = { now: new Date('2026-11-20T12:00:00Z') };
    await using desk = await startRemoteDesk(clock);
    const { waitlist, submissions } = desk.store;
    const cookie = await desk.signIn('Ada');
    const { id } = await submissions.record(registration({ ...sent('Zinc, misspelled'), daysAgo: 2 }));
    const newest = await submissions.record(registration({ ...sent('Zinc'), daysAgo: 1 }));
    const offer = { note: '', expiresAt: new Date('2027-01-01'), overCapacity: false, by: 'organizer' } as const;
    const invitation = await waitlist.invite(id, offer, invitationSettings, clock.now);
    await waitlist.answer(invitationSettings.hashFor(invitation.id), 'accept', invitationSettings, clock.now);
    await waitlist.saveHouseFacts(id, houseAnswers, clock.now);
    const strangers = registration({ ...sent('Somebody else'), state });
    await submissions.record(strangers);

    const shown = async (registrationId: string) =>
      (await desk.get(`/api/registrations/${registrationId}`, { cookie })).json<SubmissionDetail>();
    expect(await shown(newest.id)).toMatchObject({ entry: { state: 'accepted' }, house: { length: 6 }, older: { length: 1 } });
    expect(await shown(strangers.submission.id)).toMatchObject({ state, entry: null, house: null, older: [] });
    expect((await desk.get(`/api/registrations/${newest.id.slice(0, 13)}`, { cookie })).statusCode).toBe(404);
  },
);
