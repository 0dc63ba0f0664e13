import { expect, it } from 'vitest';
import { endOfWorkshop } from '../content/workshop-schedule.ts';
import { eraseRows } from '../../test/support/erasing.ts';
import { answers } from '../../test/support/forms.ts';
import { lettersContent, linkIn, startLetters, talk, toWaitlist } from '../../test/support/letters.ts';
import { cheapProofs } from '../../test/support/proof.ts';
import { addressIdOf } from '../database/address-id.ts';

it('a letter is sent to the group of founders that its sentence describes', async () => {
  await using site = await startLetters();
  const { letters, clock } = site;
  const keepPosted = { [talk.form.eventsOption]: '1516' };
  await site.register('ada', 'waitlist');
  await site.register('bea', 'waitlist', { inf_custom_SystemSize: '51-99 Units' });
  await site.register('early', 'workshop', keepPosted);
  await site.register('twice');
  await site.post(talk.form.id, answers({ inf_field_Email: 'confirmed-late@example.com' }));
  const [asked] = await site.mailsTo('confirmed-late');
  clock.now = endOfWorkshop(talk);
  await site.send(linkIn(asked, '/confirm/'));
  await site.register('cleo', 'waitlist');
  await site.register('late', 'workshop', keepPosted);
  await site.register('silent');
  await site.register('twice');
  const named = async (audience: Parameters<typeof letters.begin>[0]) => {
    const { sentence, to } = await letters.preview(await letters.begin(audience, 'organizer', clock.now), clock.now);
    return [sentence, ...to.map(({ email }) => email.split('@')[0])];
  };
  expect(await named(toWaitlist)).toEqual(['founders waiting for the Spring 2026 retreat', 'ada', 'bea', 'cleo']);
  const since = clock.now.toISOString().slice(0, 10);
  expect(await named({ ...toWaitlist, sizes: ['11-25 Units', '26-50 Units'], since })).toEqual([
    'founders waiting for the Spring 2026 retreat, 11-25 Units or 26-50 Units, joined since July 11, 2025',
    'cleo',
  ]);
  expect(await named({ of: 'workshop', workshop: talk.slug, attendance: 'missed' })).toEqual([
    `founders who registered for the workshop “${talk.title}” of July 11, 2025 and missed it`,
    'early',
    'twice',
  ]);
  expect((await named({ of: 'next-workshop' })).slice(1)).toEqual(['late', 'confirmed-late', 'silent', 'twice']);
  const announcing = await letters.begin({ of: 'next-workshop', workshop: talk.slug }, 'organizer', clock.now);
  const { to, leftOut } = await letters.preview(announcing, clock.now);
  expect([to, leftOut.map(({ email, reason }) => [email.split('@')[0], reason])]).toEqual([
    [],
    ['late', 'confirmed-late', 'silent', 'twice'].map((name) => [name, 'already registered']),
  ]);
});

it('founders of a cancelled workshop are waiting for the next one until they register for one after it', async () => {
  const cancelled = { ...talk };
  const next = { ...talk, slug: 'autumn-talk', on: '2025-09-12', form: { ...talk.form, id: '9c1e2d3c4b5a69788796a5b4c3d2e1f0' } };
  await using site = await startLetters('sqlite', { content: { ...lettersContent, workshops: [cancelled, next] } });
  const { letters, clock, store } = site;
  const id = await letters.begin({ of: 'next-workshop', workshop: next.slug }, 'organizer', clock.now);
  const recipients = async () => (await letters.preview(id, clock.now)).to.map(({ email }) => email);
  for (const name of ['bea', 'cleo', 'dora', 'ada', 'ada']) await site.register(name);
  await site.signUp(next.form.id, 'bea@example.com');
  expect(await recipients()).toEqual([]);
  cancelled.cancelled = true;
  const names = ['cleo', 'dora', 'ada'].map((name) => `${name}@example.com`);
  expect(await recipients()).toEqual(names);
  await store.letters.optOut(addressIdOf(cheapProofs.SECRET, names[0]!), clock.now);
  await eraseRows(store, names[1]!, clock.now);
  expect(await recipients()).toEqual(names.slice(2));
  await site.send60(id);
  const [received, ...others] = (await site.mails()).filter(
    ({ raw, mail }) => raw.includes('No letters') && !mail.subject?.startsWith('Test: '),
  );
  expect([received?.to, others]).toEqual([['ada@example.com'], []]);
  expect(received?.mail.text).toContain('registered for a workshop that was cancelled');
  const another = await letters.begin({ of: 'next-workshop' }, 'organizer', clock.now);
  expect((await letters.preview(another, clock.now)).to).toHaveLength(1);
  await site.signUp(next.form.id, 'Ada@example.com');
  expect((await letters.preview(another, clock.now)).to).toEqual([]);
});

it('founders who used a form for the next workshop wait for it until they register for one or it has taken place, and those of a form that stays as it is must agree', async () => {
  const turned = { ...talk };
  const next = { ...talk, slug: 'autumn-talk', on: '2025-09-12', form: { ...talk.form, id: '9c1e2d3c4b5a69788796a5b4c3d2e1f0' } };
  await using site = await startLetters('sqlite', { content: { ...lettersContent, workshops: [turned, next] } });
  const { letters, clock } = site;
  clock.now = endOfWorkshop(talk);
  for (const name of ['ada', 'bea']) await site.register(name);
  const id = await letters.begin({ of: 'next-workshop' }, 'organizer', clock.now);
  const recipients = async () => (await letters.preview(id, clock.now)).to.map(({ email }) => email.split('@')[0]);
  expect(await recipients()).toEqual(['ada', 'bea']);
  await site.signUp(next.form.id, 'bea@example.com');
  expect(await recipients()).toEqual(['ada']);
  clock.now = endOfWorkshop(next);
  expect(await recipients()).toEqual([]);
  clock.now = endOfWorkshop(talk);
  Object.assign(turned, { afterwards: 'keep' });
  expect(await recipients()).toEqual([]);
});
