import { expect, it } from 'vitest';
import { contentWith } from '../../../../test/support/app.ts';
import { waitlist } from '../../../../test/support/forms.ts';
import { recording, retreatSlug } from '../../../../test/support/recording.ts';
import { startRemoteDesk } from '../../../../test/support/remote-desk.ts';
import type { LetterPreview } from '../../../letters/service.ts';

const content = contentWith({}, { postalAddress: '1 Long Table Road, Austin' });
const emailsOf = (founders: { email: string }[]) => founders.map(({ email }) => email);
const audience = { of: 'waitlist', retreat: retreatSlug, state: 'waiting', sizes: [], since: '' };

it('an organizer writes, tests, sends, takes back and deletes a letter, and a reader can only view it', async () => {
  await using desk = await startRemoteDesk({ now: new Date() }, { content, env: { ORGANIZER_EMAIL: 'organizer@example.com' } });
  const [cookie, reader] = [await desk.signIn('Ada'), await desk.signIn('Rita', 'reader')];
  const founder = recording({ inf_field_Email: 'grace@example.com' }, { form: 'waitlist' });
  await desk.store.submissions.record({ ...founder, submission: { ...founder.submission, form: waitlist } });
  const post = async (path: string, body: object = {}, by = cookie) => {
    const response = await desk.post(`/api/letters${path}`, { cookie: by }, body);
    return { status: response.statusCode, ...response.json<{ id?: string; ids?: string[]; version?: string }>() };
  };
  expect((await post('', { audience }, reader)).status).toBe(403);
  const { id = '' } = await post('', { audience });
  const read = async () => (await desk.get(`/api/letters/${id}`, { cookie: reader })).json<{ version: string; history: object[] }>();
  const { version } = await read();
  expect(await post(`/${id}/send`, { version })).toMatchObject({
    status: 409,
    message: 'Email the letter to yourself first, and read it as founders will.',
  });
  expect(await post(`/${id}`, { subject: 'News', text: [], link: null, audience, version })).toMatchObject({
    status: 400,
    message: 'Enter at least one paragraph',
  });
  const letter = { subject: 'News', text: ['Hello'], link: null, audience, version };
  for (const [empty, message] of [
    [{ subject: '\u200B' }, 'Enter a subject'],
    [{ text: ['Hello', '\u2060 \u200B'] }, 'Enter a paragraph'],
    [{ text: ['Hello {name}', 'Dear {firstname}'] }, 'In a paragraph, only {firstName} can be in curly braces'],
    [{ link: { href: 'https://example.com/', text: '\u00AD' } }, 'Enter the text of the link'],
  ] as const)
    expect(await post(`/${id}`, { ...letter, ...empty })).toMatchObject({ status: 400, message });
  const saved = await post(`/${id}`, letter);
  expect(saved).toMatchObject({ status: 200, id, subject: 'News', version: (await read()).version });
  expect(await post(`/${id}/test`, { version: saved.version })).toEqual({ status: 200, to: 'organizer@example.com' });
  expect(await post(`/${id}/send`, { version: saved.version })).toMatchObject({ status: 200, count: 1 });
  expect(await post(`/${id}/take-back`)).toEqual({ status: 200, count: 1, sentAt: null });
  const shown = await read();
  expect(shown).toMatchObject({
    subject: 'News',
    sentence: 'founders waiting for the Spring 2026 retreat',
    lacksPostalAddress: false,
    sentAt: null,
    to: [{ email: 'grace@example.com' }],
  });
  expect(shown.history).toEqual(
    ['written', 'changed', 'tested', 'sent', 'taken-back'].map((event) => ({ event, actorName: 'Ada', at: expect.any(String) as string })),
  );
  expect((await post(`/${id}/delete`, {}, reader)).status).toBe(403);
  expect((await post(`/${id}/delete`, { version: shown.version })).status).toBe(200);
  const { ids } = await post('/after-workshop', { workshop: content.workshops[0]!.slug });
  expect(ids).toHaveLength(2);
  expect((await post('/after-workshop', { workshop: content.workshops[0]!.slug })).ids).toEqual(ids);
  expect((await desk.get('/api/letters', { cookie: reader })).json()).toHaveLength(2);
});

it('a letter that another organizer changed and tested is not changed, tested, sent or deleted from a page that shows its text before that', async () => {
  await using desk = await startRemoteDesk({ now: new Date() }, { content, env: { ORGANIZER_EMAIL: 'organizer@example.com' } });
  const [ada, bea] = [await desk.signIn('Ada'), await desk.signIn('Bea')];
  const post = async (path: string, body: object, cookie: string) => {
    const response = await desk.post(`/api/letters${path}`, { cookie }, body);
    return { status: response.statusCode, ...response.json<{ id: string; version: string; message?: string }>() };
  };
  const { id } = await post('', { audience }, ada);
  const read = async () => (await desk.get(`/api/letters/${id}`, { cookie: ada })).json<{ version: string; history: object[] }>();
  const { version: before } = await read();
  const words = { text: ['Hello'], link: null, audience };
  const { version } = await post(`/${id}`, { ...words, subject: 'Of Bea', version: before }, bea);
  await post(`/${id}/test`, { version }, bea);
  const shown = await read();
  for (const [step, body] of [
    ['', { ...words, subject: 'Of Ada' }],
    ['/test', {}],
    ['/send', {}],
    ['/delete', {}],
  ] as const) {
    expect(await post(`/${id}${step}`, { ...body, version: before }, ada)).toMatchObject({
      status: 409,
      message: 'The letter was changed in the meantime, so nothing was done. Read it as it is now, and then try again.',
    });
    expect(await post(`/${id}${step}`, body, ada)).toMatchObject({
      status: 400,
      message: expect.stringContaining('reload the page') as string,
    });
  }
  expect(await read()).toEqual(shown);
  expect(shown).toMatchObject({ subject: 'Of Bea', sentAt: null });
});

it('a letter counts all of its founders, names the first 500 of each group, and is sent to all', async () => {
  const clock = { now: new Date() };
  await using desk = await startRemoteDesk(clock, { content, env: { ORGANIZER_EMAIL: 'organizer@example.com' } });
  const cookie = await desk.signIn('Ada');
  const addresses = Array.from({ length: 502 }, (_, number) => `founder${number}@example.com`);
  for (const address of addresses) await desk.store.submissions.record(recording({ inf_field_Email: address }, { form: 'waitlist' }));
  const { id } = (await desk.post('/api/letters', { cookie }, { audience })).json<{ id: string }>();
  const read = async () => (await desk.get(`/api/letters/${id}`, { cookie })).json<LetterPreview>();
  const { counts, to, version } = await read();
  expect([counts, emailsOf(to)]).toEqual([{ to: 502, sent: 0, others: 0 }, addresses.slice(0, 500)]);
  await desk.post(`/api/letters/${id}/test`, { cookie }, { version });
  expect((await desk.post(`/api/letters/${id}/send`, { cookie }, { version })).json()).toMatchObject({ count: 502 });
  const sent = await read();
  expect([sent.counts, sent.to, emailsOf(sent.leftOut)]).toEqual([{ to: 0, sent: 502, others: 0 }, [], addresses.slice(0, 500)]);
});
