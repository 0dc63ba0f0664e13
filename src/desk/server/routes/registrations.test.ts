import { expect, it } from 'vitest';
import { nextRetreatSlug } from '../../../content/retreat-schedule.ts';
import { answersOf, registration } from '../../../../test/support/desk.ts';
import { content } from '../../../../test/support/forms.ts';
import { houseAnswers } from '../../../../test/support/house.ts';
import { invitationSettingsFor } from '../../../../test/support/recording.ts';
import { startRemoteDesk } from '../../../../test/support/remote-desk.ts';
import type { SiteFacts } from '../context.ts';
import type { SubmissionDetail, SubmissionsPage } from './registrations.ts';

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
    const offer = { note: '', latestEnd: new Date('2027-01-01'), overCapacity: false, by: 'organizer' } as const;
    const invitation = await waitlist.invite(id, offer, invitationSettings, clock.now);
    await waitlist.answer(invitationSettings.hashFor(invitation.id), 'accept', invitationSettings, clock.now);
    await waitlist.saveHouseFacts(id, houseAnswers, clock.now);
    const strangers = registration({ ...sent('Somebody else'), state });
    await submissions.record(strangers);

    const shown = async (registrationId: string) =>
      (await desk.get(`/api/registrations/${registrationId}`, { cookie })).json<SubmissionDetail>();
    expect(await shown(newest.id)).toMatchObject({ entry: { state: 'accepted' }, house: { length: 6 }, older: { length: 1 } });
    expect(await shown(strangers.submission.id)).toMatchObject({ state, entry: null, house: null, older: [], others: [] });
    expect((await desk.get(`/api/registrations/${newest.id.slice(0, 13)}`, { cookie })).statusCode).toBe(404);
  },
);

it('a sign-up lists the other current ones of its founder, with their forms, days and states', async () => {
  await using desk = await startRemoteDesk({ now: new Date() });
  const { submissions } = desk.store;
  const cookie = await desk.signIn('Ada');
  const of = (options: Parameters<typeof registration>[0]) => submissions.record(registration({ ...sent('Zinc'), ...options }));
  await of({ daysAgo: 4 });
  const waitlist = await of({ daysAgo: 3 });
  const workshop = await of({ form: 'workshop', daysAgo: 2, state: 'held' });
  await submissions.record(registration({ more: answersOf('Cleo Vane', 'Tin'), daysAgo: 1 }));
  const shown = async ({ id }: { id: string }) => (await desk.get(`/api/registrations/${id}`, { cookie })).json<SubmissionDetail>();
  const { others } = await shown(waitlist);
  expect(others).toMatchObject([{ id: workshop.id, state: 'held', entry: null }]);
  expect(others[0]).toMatchObject({
    formName: expect.stringContaining('Speaker Series') as string,
    receivedAt: expect.any(String) as string,
  });
  const confirmed = await of({ form: 'workshop' });
  expect((await shown(confirmed)).others).toMatchObject([{ id: workshop.id }, { id: waitlist.id, state: 'accepted', entry: 'waiting' }]);
});

it('attack: of very many sign-ups with the address of a founder the newest 100 are shown, possible spam last', async () => {
  await using desk = await startRemoteDesk({ now: new Date() });
  const { submissions } = desk.store;
  const cookie = await desk.signIn('Ada');
  const workshop = await submissions.record(registration({ ...sent('Zinc'), form: 'workshop' }));
  const shown = async () => {
    const { id } = await submissions.record(registration(sent('Zinc')));
    const { older, others, hasMore } = (await desk.get(`/api/registrations/${id}`, { cookie })).json<SubmissionDetail>();
    return [older.length, others.length, others[0]?.id, hasMore];
  };
  for (let count = 0; count < 99; count += 1) {
    await submissions.record(registration(sent('Zinc')));
    await submissions.record(registration({ ...sent('Spam'), state: 'quarantined' }));
  }
  expect(await shown()).toEqual([99, 100, workshop.id, false]);
  expect(await shown()).toEqual([100, 100, workshop.id, false]);
  expect(await shown()).toEqual([100, 100, workshop.id, true]);
});

it('a sign-up lists the questions that were answered, including those of earlier answers, and its campaign in words', async () => {
  await using desk = await startRemoteDesk({ now: new Date() });
  const question = 'inf_custom_FounderHouseSpeakerSeriesSpeakerQuestions';
  const answered = (text: string) => ({ form: 'workshop' as const, more: { ...sent('Zinc').more, [question]: text } });
  await desk.store.submissions.record(registration({ ...answered('How do you find franchisees?'), daysAgo: 2 }));
  await desk.store.submissions.record(registration({ ...answered(' '), daysAgo: 1 }));
  const newest = registration(answered(''));
  newest.submission.utm = { utm_campaign: 'spring', utm_source: 'newsletter' };
  const { id } = await desk.store.submissions.record(newest);
  const cookie = await desk.signIn('Ada');
  const { answers, older } = (await desk.get(`/api/registrations/${id}`, { cookie })).json<SubmissionDetail>();
  const asked = (of: typeof answers) => of.filter(({ label }) => label === 'Questions for the speaker').map(({ value }) => value);
  expect([answers, ...older.map((each) => each.answers)].map(asked)).toEqual([[], [], ['How do you find franchisees?']]);
  expect(answers.slice(-2)).toEqual([
    { label: 'Source', value: 'newsletter' },
    { label: 'Campaign', value: 'spring' },
  ]);
});

it('forms with one name, as after a copy, are distinguishable in the filter', async () => {
  const [spring, workshop] = [content.retreats[0]!, content.workshops[0]!];
  const fall = {
    ...spring,
    slug: 'fall-2027',
    facts: { ...spring.facts, season: 'Fall 2027', waitlist: { ...spring.facts.waitlist, formId: 'c'.repeat(32) } },
  };
  const { form } = workshop;
  const again = { ...workshop, slug: 'again', on: '2026-07-10', form: { ...form, id: 'd'.repeat(32) } };
  const other = { ...workshop, slug: 'other', form: { ...form, id: 'e'.repeat(32), name: 'Another talk' } };
  const copies = { ...content, retreats: [spring, fall], workshops: [workshop, again, other] };
  await using desk = await startRemoteDesk({ now: new Date() }, { content: copies });
  const { forms } = (await desk.get('/api/site', { cookie: await desk.signIn('Ada') })).json<SiteFacts>();
  const { formName } = spring.facts.waitlist;
  expect(forms.map(({ name }) => name)).toEqual([
    `${formName} (Spring 2026)`,
    `${formName} (Fall 2027)`,
    `${form.name} (July 11, 2025)`,
    `${form.name} (July 10, 2026)`,
    'Another talk',
  ]);
});

/** Returns what the rows of a workshop's and a retreat's form say, newest first, for a site with other content. */
async function whenOfRows(more: Partial<typeof content>) {
  await using desk = await startRemoteDesk({ now: new Date() }, { content: { ...content, ...more } });
  await desk.store.submissions.record(registration({ daysAgo: 1 }));
  await desk.store.submissions.record(registration({ form: 'workshop' }));
  const { rows } = (await desk.get('/api/registrations', { cookie: await desk.signIn('Ada') })).json<SubmissionsPage>();
  return rows.map(({ formWhen }) => formWhen);
}

it('a row says the season or the day of its form if the site has several forms of its kind, and the time if two are on that day', async () => {
  const [spring, workshop] = [content.retreats[0]!, content.workshops[0]!];
  const again = { ...workshop, slug: 'again', on: '2026-07-10', form: { ...workshop.form, id: 'd'.repeat(32) } };
  const facts = { ...spring.facts, season: 'Fall 2027', waitlist: { ...spring.facts.waitlist, formId: 'c'.repeat(32) } };
  const fall = { ...spring, slug: 'fall-2027', facts };
  expect(await whenOfRows({})).toEqual(['', '']);
  expect(await whenOfRows({ workshops: [workshop, again] })).toEqual(['Jul 11, 2025', '']);
  expect(await whenOfRows({ workshops: [workshop, { ...again, on: workshop.on, at: '16:30' }] })).toEqual(['Jul 11, 10am', '']);
  expect(await whenOfRows({ retreats: [spring, fall] })).toEqual(['', 'Spring 2026']);
});

it('a row, a founder’s dialog and the download say the season of the waitlist where the form names a retreat that was over', async () => {
  const shipped = content.retreats[0]!;
  const facts = { ...shipped.facts, season: 'Spring 2090', earliest: '2090-03-01', latest: '2090-05-31' };
  const later = { ...shipped, slug: 'later', facts: { ...facts, waitlist: { ...facts.waitlist, formId: 'c'.repeat(32) } } };
  await using desk = await startRemoteDesk({ now: new Date() }, { content: { ...content, retreats: [shipped, later] } });
  const cookie = await desk.signIn('Ada');
  const { submission, ...rest } = registration(sent('Zinc'));
  const { id } = await desk.store.submissions.record({ ...rest, submission: { ...submission, retreat: nextRetreatSlug } });
  const read = async () => {
    const { rows } = (await desk.get('/api/registrations', { cookie })).json<SubmissionsPage>();
    const { otherSeason } = (await desk.get(`/api/registrations/${id}`, { cookie })).json<SubmissionDetail>();
    const [, line = ''] = (await desk.get('/api/registrations.csv', { cookie })).body.split('\r\n');
    return [rows[0]!.formWhen, otherSeason, /\(for .*?\)/u.exec(line)?.[0]];
  };
  expect(await read()).toEqual(['next retreat', 'next retreat', '(for the next retreat)']);
  await desk.store.waitlist.assignToRetreat('later');
  expect(await read()).toEqual(['Spring 2090', 'Spring 2090', '(for Spring 2090)']);
});
