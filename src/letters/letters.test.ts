import { describe, expect, it } from 'vitest';
import { openStore } from '../app/open-store.ts';
import { endOfWorkshop } from '../content/workshop-schedule.ts';
import { contentWith } from '../../test/support/app.ts';
import { engines } from '../../test/support/databases.ts';
import { eraseRows } from '../../test/support/erasing.ts';
import { waitlist } from '../../test/support/forms.ts';
import {
  lettersContent,
  takeBackWindowMs,
  linkIn,
  news,
  organizerEmail,
  localUrl,
  startLetters,
  talk,
  toWaitlist,
} from '../../test/support/letters.ts';
import { cheapProofs } from '../../test/support/proof.ts';
import { createLetterService } from './service.ts';

const { SECRET } = cheapProofs;
const withoutLinks = (text = '') => text.replaceAll(/https?:\S+/gu, 'link');

describe.each(engines)('letters over %s', (engine) => {
  it('reach each founder once, however many instances send and deliver at the same moment', async () => {
    await using site = await startLetters(engine);
    const { letters, clock } = site;
    for (const name of ['ada', 'bea', 'cleo']) await site.register(name, 'waitlist');
    const id = await letters.write(news, 'organizer', clock.now);
    const read = await site.read(id);
    await letters.test(read, 'organizer', clock.now);
    const other = await openStore(site.databaseUrl);
    const elsewhere = createLetterService({
      letters: other.letters,
      content: () => lettersContent,
      siteUrl: localUrl,
      secret: SECRET,
      organizerEmail,
    });
    const outcomes = await Promise.allSettled(
      [letters, elsewhere, letters, elsewhere].map((each) => each.send(read, 'organizer', clock.now)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await other.close();
    await site.mails();
    expect(await site.mailsTo('ada')).toEqual([]);
    clock.now = new Date(clock.now.getTime() + takeBackWindowMs);
    for (const name of ['ada', 'bea', 'cleo'])
      expect((await site.mailsTo(name)).map(({ mail }) => mail.subject)).toEqual([`News, ${name}`]);
    await site.register('dora', 'waitlist');
    await site.send60(id);
    expect([(await site.mailsTo('ada')).length, (await site.mailsTo('dora')).length]).toEqual([1, 1]);
  });

  it('can be taken back within a minute, and then changed and sent', async () => {
    await using site = await startLetters(engine);
    const { letters, clock } = site;
    await site.register('ada', 'waitlist');
    const id = await letters.write(news, 'organizer', clock.now);
    await expect(letters.send(await site.read(id), 'organizer', clock.now)).rejects.toThrow('Email the letter to yourself first');
    expect(await letters.test(await site.read(id), { organizer: 'Olive' }, clock.now)).toBe(organizerEmail);
    await letters.send(await site.read(id), { organizer: 'Olive' }, clock.now);
    await expect(letters.revise(await site.read(id), news, 'organizer', clock.now)).rejects.toThrow('can no longer be changed');
    await expect(letters.delete(await site.read(id))).rejects.toThrow('was sent and cannot be deleted');
    expect(await letters.takeBack(id, { organizer: 'Olive' }, clock.now)).toEqual({ count: 1, sentAt: null });
    clock.now = new Date(clock.now.getTime() + takeBackWindowMs);
    expect(await site.mailsTo('ada')).toEqual([]);
    await letters.revise(await site.read(id), { ...news, subject: 'Other words' }, 'organizer', clock.now);
    await site.send60(id);
    expect((await site.mailsTo('ada')).map(({ mail }) => mail.subject)).toEqual(['Other words']);
    await expect(letters.takeBack(id, 'organizer', clock.now)).rejects.toThrow('The letter has already gone out');
    const { history } = await letters.preview(id, clock.now);
    expect(history.map(({ event, actorName }) => `${event} ${actorName}`)).toEqual([
      'written null',
      'tested Olive',
      'sent Olive',
      'taken-back Olive',
      'changed null',
      'tested Olive',
      'sent Olive',
    ]);
    const tests = (await site.mails()).filter(({ to }) => to[0] === organizerEmail).map(({ mail }) => mail);
    expect(tests.map(({ subject }) => subject)).toEqual(['Test: News, Ottoline', 'Test: Other words']);
    // It looks like the letter of a founder.
    const asOttoline = (await site.mailsTo('ada'))[0]?.mail.text?.replaceAll('ada', 'Ottoline');
    expect(withoutLinks(tests[1]?.text)).toBe(withoutLinks(asOttoline));
    expect(asOttoline).toContain('No letters, please');
  });

  it('are changed, tested and sent only as they were read, even when two organizers save at the same moment', async () => {
    await using site = await startLetters(engine);
    const { letters, clock } = site;
    await site.register('ada', 'waitlist');
    const id = await letters.write(news, 'organizer', clock.now);
    const before = await site.read(id);
    const saves = ['Of Ada', 'Of Bea'].map((subject) => letters.revise(before, { ...news, subject }, 'organizer', clock.now));
    const outcomes = await Promise.allSettled(saves);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const read = await site.read(id);
    expect(outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value.subject : []))).toEqual([read.subject]);
    await letters.test(read, 'organizer', clock.now);
    for (const step of ['test', 'send'] as const)
      await expect(letters[step](before, 'organizer', clock.now)).rejects.toThrow('The letter was changed in the meantime');
    const another = { ...news, subject: read.subject, audience: { ...toWaitlist, state: 'invited' as const } };
    await letters.revise(read, another, 'organizer', clock.now);
    await expect(letters.send(read, 'organizer', clock.now)).rejects.toThrow('The letter was changed in the meantime');
  });

  it('after a workshop are two, however many organizers ask for them at the same moment, and those that exist are kept', async () => {
    await using site = await startLetters(engine);
    const { letters, clock } = site;
    clock.now = endOfWorkshop(talk);
    const asked = await Promise.all([1, 2, 3].map(() => letters.beginAfterWorkshop(talk.slug, 'organizer', clock.now)));
    const listed = await letters.list(clock.now);
    expect(listed.map(({ audience }) => audience)).toEqual(
      ['missed', 'came'].map((attendance) => ({ of: 'workshop', workshop: talk.slug, attendance })),
    );
    const ids = listed.map(({ id }) => id).toReversed();
    expect([...asked, await letters.beginAfterWorkshop(talk.slug, 'organizer', clock.now)]).toEqual([ids, ids, ids, ids]);
    await letters.delete(await site.read(ids[0]!));
    expect((await letters.beginAfterWorkshop(talk.slug, 'organizer', clock.now))[1]).toBe(ids[1]);
  });

  it('that were not sent can be deleted, together with a test email that is not sent yet', async () => {
    await using site = await startLetters(engine);
    const { letters, clock, store } = site;
    const id = await letters.write(news, 'organizer', clock.now);
    await letters.test(await site.read(id), 'organizer', clock.now);
    const read = await site.read(id);
    await letters.delete(read);
    await expect(letters.preview(id, clock.now)).rejects.toThrow('There is no such letter');
    await expect(letters.delete(read)).rejects.toThrow('There is no such letter');
    expect([await letters.list(clock.now), await site.mails(), await Array.fromAsync(store.outbox.list())]).toEqual([[], [], []]);
  });

  it('stop after one click, even for a founder who is erased and registers again, and emails about the founder’s own forms continue', async () => {
    await using site = await startLetters(engine);
    const { letters, clock, store } = site;
    await site.register('ada', 'waitlist');
    const id = await letters.write(news, 'organizer', clock.now);
    await site.send60(id);
    const [letter] = await site.mailsTo('ada');
    const header = (name: string) => letter!.mail.headers.find(({ key }) => key === name)?.value;
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const path = new URL(header('list-unsubscribe')!.slice(1, -1)).pathname;
    const left = async () =>
      (await letters.preview(await letters.write(news, 'organizer', clock.now), clock.now)).leftOut.map(({ reason }) => reason);

    for (const method of ['GET', 'HEAD'] as const) expect((await site.app.inject({ method, url: path })).statusCode).toBe(200);
    expect(/Would you like to stop getting letters\?[^]*<form method="post">/u.test((await site.app.inject({ url: path })).body)).toBe(
      true,
    );
    expect(await left()).toEqual([]);
    for (const method of ['GET', 'POST'] as const)
      expect((await site.app.inject({ method, url: path.replace(/.{4}$/u, 'AAAA') })).statusCode).toBe(404);

    await eraseRows(store, 'ada@example.com', clock.now);
    expect((await site.send(path, { 'List-Unsubscribe': 'One-Click' })).body.includes('No more letters')).toBe(true);
    await site.signUp(waitlist.id, 'Ada@example.com');
    expect(await left()).toEqual(['unsubscribed']);
    expect((await site.mails()).filter(({ to }) => to[0] === 'Ada@example.com')).toHaveLength(2);
  });

  it('skip a founder who unsubscribes before they are sent, and keep nothing about an erased founder except the unsubscription', async () => {
    await using site = await startLetters(engine);
    const { letters, clock, store } = site;
    const ids = [await letters.write(news, 'organizer', clock.now), await letters.write(news, 'organizer', clock.now)];
    await site.register('ada', 'waitlist');
    await site.send60(ids[0]!);
    const [letter] = await site.mailsTo('ada');
    await letters.test(await site.read(ids[1]!), 'organizer', clock.now);
    await letters.send(await site.read(ids[1]!), 'organizer', clock.now);
    await site.send(linkIn(letter, '/unsubscribe/letters/'));
    clock.now = new Date(clock.now.getTime() + takeBackWindowMs);
    expect(await site.mailsTo('ada')).toHaveLength(1);
    expect((await letters.list(clock.now)).map(({ recipients }) => recipients)).toEqual([1, 1]);
    await eraseRows(store, 'ada@example.com', clock.now);
    expect((await letters.list(clock.now)).map(({ recipients }) => recipients)).toEqual([0, 0]);
  });
});

it.each([
  ['a question', lettersContent, true],
  ['neither a question nor a replay', contentWith({}, { postalAddress: '1 Long Table Road, Austin' }), false],
])('the letters after a workshop with %s say what there is', async (_, content, asks) => {
  await using site = await startLetters('sqlite', { content });
  const { letters, clock } = site;
  const id = await site.register('came');
  await site.register('missed');
  await site.store.workshops.recordAttendance(id, clock.now);
  clock.now = endOfWorkshop(talk);
  for (const letter of await letters.beginAfterWorkshop(talk.slug, 'organizer', clock.now)) await site.send60(letter);
  for (const name of ['came', 'missed']) {
    const [{ mail }] = (await site.mailsTo(name)) as [Awaited<ReturnType<typeof site.mailsTo>>[0]];
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain(talk.title);
      expect([/question/iu.test(part!), /replay/iu.test(part!)]).toEqual([asks, asks]);
    }
    // The paragraph about the question is between the replay and its button.
    expect(/#replay\s+[^\n]+\n\n[^\n]+:\nhttp/u.test(mail.text!)).toBe(asks);
  }
});

it('a line break within a paragraph of a letter is one in its plain text and in its HTML', async () => {
  await using site = await startLetters();
  await site.register('ada', 'waitlist');
  await site.send60(await site.letters.write({ ...news, text: ['Come soon.', 'Warmly,\nMarlowe'] }, 'organizer', site.clock.now));
  const [letter] = await site.mailsTo('ada');
  expect(letter?.mail.text).toContain('\n\nWarmly,\nMarlowe\n\n');
  expect(letter?.mail.html).toMatch(/>Warmly,<br\s*\/?>Marlowe<\/p>/u);
});
