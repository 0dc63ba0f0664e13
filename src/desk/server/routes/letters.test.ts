import { expect, it } from 'vitest';
import { contentWith } from '../../../../test/support/app.ts';
import { waitlist } from '../../../../test/support/forms.ts';
import { recording, retreatSlug } from '../../../../test/support/recording.ts';
import { startRemoteDesk } from '../../../../test/support/remote-desk.ts';

const content = contentWith({}, { postalAddress: '1 Long Table Road, Austin' });
const audience = { of: 'waitlist', retreat: retreatSlug, state: 'waiting', sizes: [], since: '' };

it('an organizer writes, tests, sends, takes back and deletes a letter, and a reader can only view it', async () => {
  await using desk = await startRemoteDesk({ now: new Date() }, { content, env: { ORGANIZER_EMAIL: 'organizer@example.com' } });
  const [cookie, reader] = [await desk.signIn('Ada'), await desk.signIn('Rita', 'reader')];
  const founder = recording({ inf_field_Email: 'grace@example.com' }, { form: 'waitlist' });
  await desk.store.submissions.record({ ...founder, submission: { ...founder.submission, form: waitlist } });
  const post = async (path: string, body: object = {}, by = cookie) => {
    const response = await desk.post(`/api/letters${path}`, { cookie: by }, body);
    return { status: response.statusCode, ...response.json<{ id?: string; ids?: string[] }>() };
  };
  expect((await post('', { audience }, reader)).status).toBe(403);
  const { id = '' } = await post('', { audience });
  expect(await post(`/${id}/send`)).toMatchObject({
    status: 409,
    message: 'Mail the letter to yourself first, and read it as founders will',
  });
  expect(await post(`/${id}`, { subject: 'News', text: [], link: null, audience })).toMatchObject({
    status: 400,
    message: 'Write at least one paragraph',
  });
  expect((await post(`/${id}`, { subject: 'News', text: ['Hello'], link: null, audience })).status).toBe(200);
  expect(await post(`/${id}/test`)).toEqual({ status: 200, to: 'organizer@example.com' });
  expect(await post(`/${id}/send`)).toMatchObject({ status: 200, count: 1 });
  expect(await post(`/${id}/take-back`)).toEqual({ status: 200, count: 1 });
  const shown = (await desk.get(`/api/letters/${id}`, { cookie: reader })).json<{ history: object[] }>();
  expect(shown).toMatchObject({
    subject: 'News',
    sentence: 'waiting for the Spring 2026 retreat',
    sentAt: null,
    to: [{ email: 'grace@example.com' }],
  });
  expect(shown.history).toEqual(
    ['written', 'changed', 'tested', 'sent', 'taken-back'].map((event) => ({ event, actorName: 'Ada', at: expect.any(String) as string })),
  );
  expect((await post(`/${id}/delete`, {}, reader)).status).toBe(403);
  expect((await post(`/${id}/delete`)).status).toBe(200);
  const { ids } = await post('/after-hour', { workshop: content.workshops[0]!.slug });
  expect(ids).toHaveLength(2);
  expect((await post('/after-hour', { workshop: content.workshops[0]!.slug })).ids).toEqual(ids);
  expect((await desk.get('/api/letters', { cookie: reader })).json()).toHaveLength(2);
});
