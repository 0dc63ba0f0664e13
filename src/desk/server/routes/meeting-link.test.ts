import { expect, it } from 'vitest';
import { content, workshop } from '../../../../test/support/forms.ts';
import { startRemoteDesk } from '../../../../test/support/remote-desk.ts';

const { slug } = content.workshops.find(({ form }) => form.id === workshop.id)!;
const path = `/api/workshops/${slug}/meeting-link`;
const meeting = 'https://meet.example/j/98765?pwd=hidden-word';

it('an organizer stores, changes and removes the address of a video call, and a reader can neither see nor change it', async () => {
  await using desk = await startRemoteDesk({ now: new Date('2026-11-20T12:00:00Z') });
  const [cookie, reader] = [await desk.signIn('Ada'), await desk.signIn('Rita', 'reader')];
  const stored = () => desk.store.workshops.findMeetingLink(slug);
  const save = async (url: string) => (await desk.post(path, { cookie }, { url })).json<object>();
  expect((await desk.get(path, { cookie })).json()).toEqual({ url: '', isInContent: false });
  expect(await save(meeting)).toEqual({ url: meeting, isInContent: false });
  expect(await stored()).toBe(meeting);
  expect((await desk.get(path, { cookie: reader })).statusCode).toBe(403);
  expect((await desk.post(path, { cookie: reader }, { url: '' })).statusCode).toBe(403);
  for (const wrong of ['http://meet.example/', 'https://ada:secret@meet.example/', 'meet.example', 'javascript:alert(1)']) {
    const refused = await desk.post(path, { cookie }, { url: wrong });
    expect([refused.statusCode, refused.json()]).toEqual([400, { message: expect.stringContaining('starting with https://') as string }]);
  }
  expect(await stored()).toBe(meeting);
  expect(await save('')).toEqual({ url: '', isInContent: false });
  expect(await stored()).toBeUndefined();
  expect((await desk.post('/api/workshops/unknown/meeting-link', { cookie }, { url: meeting })).statusCode).toBe(404);
  expect(desk.logged.join('\n')).not.toContain('hidden-word');
});
