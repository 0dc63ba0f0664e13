import { expect, it } from 'vitest';
import { startEditing, title } from '../../../../test/support/editing.ts';
import { content } from '../../../../test/support/forms.ts';
import { startRemoteDesk } from '../../../../test/support/remote-desk.ts';
import type { DraftState, PlaceValue } from './pages.ts';
import type { PageFields, PageList } from './preview.ts';
import type { RetreatBoard } from './retreat.ts';

const [shipped] = content.retreats;
const earlier = { ...shipped!, facts: { ...shipped!.facts, afterwards: 'turn' as const, earliest: '2020-03-01', latest: '2020-05-31' } };
const later = { ...shipped!, slug: 'later', facts: { ...shipped!.facts, earliest: '2090-03-01', latest: '2090-05-31' } };

it.each([
  { retreats: [earlier, later], frontPage: 'retreat-later-open' },
  { retreats: [earlier], frontPage: 'retreat-spring-2026-over' },
])('the page that is shown first is the one at the first address of the site: $frontPage', async ({ retreats, frontPage }) => {
  await using desk = await startRemoteDesk({ now: new Date() }, { content: { ...content, retreats } });
  const list = (await desk.get('/api/pages/list', { cookie: await desk.signIn('Ada') })).json<PageList>();
  expect(list.frontPage).toBe(frontPage);
});

it('a page is listed with the season of its retreat, or the title and day of its workshop', async () => {
  await using desk = await startRemoteDesk({ now: new Date() });
  const { pages } = (await desk.get('/api/pages/list', { cookie: await desk.signIn('Ada') })).json<PageList>();
  const aboutOf = (id: string) => pages.find((page) => page.id.startsWith(id))?.about;
  expect([aboutOf('retreat-'), aboutOf('workshop-'), aboutOf('mail-')]).toEqual([
    'Spring 2026',
    'Relationships That Power Your Brand, July 11, 2025',
    '',
  ]);
});

/** The headings of a retreat in the list, in the order in which all of its pages are listed. */
const groupsOfRetreat = (name: string) => ['', ': form', ': invitations', ': status pages'].map((part) => name + part);

/** The same of a workshop. */
const groupsOfWorkshop = (name: string) => [name, `${name}: form`];

it('the pages of what the site shows now are listed first, then those ahead, and past ones last', async () => {
  await using editing = await startEditing();
  const ada = await editing.as('Ada');
  for (const day of ['2025-11-06', '2026-02-05', '2026-03-05']) {
    const from = 'relationships-that-power-your-brand';
    await ada.send('POST', '/new', { kind: 'workshop', slug: `on-${day}`, from, name: 'Hiring', day });
  }
  for (const [year, season] of [
    ['2025', 'Fall 2025'],
    ['2026', 'Fall 2026'],
  ] as const) {
    const slug = `fall-${year}`;
    await ada.send('POST', '/new', { kind: 'retreat', slug, from: 'spring-2026', name: season });
    const set = (file: string, pointer: string, day: string) =>
      ada.set(`${year}-${day}`, { file: `retreats/${slug}/${file}.yaml`, pointer });
    await set('facts', '/earliest', '10-01');
    await set('facts', '/latest', '11-30');
    await set('letter', '/date', '05-01');
    await set('next-steps', '/checkIn/on', '10-05');
    await set('next-steps', '/checkOut/on', '10-08');
  }
  const { pages } = (await ada.send('GET', '/list')).body as unknown as PageList;
  expect([...new Set(pages.map(({ group }) => group))]).toEqual([
    'The Founder House Retreat, Spring 2026',
    'Hiring, February 5, 2026',
    'The Founder House Retreat, Spring 2026: form',
    'Hiring, February 5, 2026: form',
    'Emails',
    'The Founder House Retreat, Spring 2026: invitations',
    'The Founder House Retreat, Spring 2026: status pages',
    'For every page',
    ...groupsOfRetreat('The Founder House Retreat, Fall 2026'),
    ...groupsOfWorkshop('Hiring, March 5, 2026'),
    'Past: Hiring, November 6, 2025',
    ...groupsOfWorkshop('Past: Relationships That Power Your Brand, July 11, 2025'),
    ...groupsOfRetreat('Past: The Founder House Retreat, Fall 2025').filter((group) => !group.endsWith(': form')),
  ]);
  const titlesIn = (name: string) => pages.filter(({ group }) => group.startsWith(name)).map((page) => page.title);
  expect(titlesIn('Past: Hiring')).toEqual(['The workshop when it is over']);
  // Its page does not turn.
  expect(titlesIn('Past: Relationships')).toContain('The form');
});

it('what is to be corrected is named as on the pages, without files, lines and commands', async () => {
  await using editing = await startEditing();
  const ada = await editing.as('Ada');
  const state = async () => (await ada.send('GET', '')).body as unknown as DraftState;
  const messages = (await state()).launch.map(({ message }) => message);
  expect(messages.length).toBeGreaterThan(20);
  expect(
    messages.filter((message) => /\.yaml|sample: true|still our example;|bin\/organizer|\(line|\d{4}-\d\d-\d\d/u.test(message)),
  ).toEqual([]);

  await ada.set('');
  const [finding] = (await state()).findings;
  expect(finding).toMatchObject({ ...title, message: 'write the title here; it is empty' });
  const { message } = await ada.publish();
  expect(message).toBe('Correct this first: Hero: title (Spring 2026): write the title here; it is empty');
});

const fieldOfWorkshop = (field: string) => ({
  file: 'speaker-series/relationships-that-power-your-brand.yaml',
  pointer: `/${field}`,
});

it('the day and the time of a workshop have controls of their own, and a time that was typed in words is refused at its field', async () => {
  await using editing = await startEditing();
  const ada = await editing.as('Ada');
  const kindOf = async (field: string) => (await ada.send('GET', `/value?${new URLSearchParams(fieldOfWorkshop(field))}`)).body['kind'];
  expect([await kindOf('on'), await kindOf('at')]).toEqual(['date', 'time']);
  const { body } = await ada.set('2pm', fieldOfWorkshop('at'));
  expect(body['findings']).toMatchObject([{ ...fieldOfWorkshop('at'), message: expect.stringContaining('for example 16:00') as string }]);
  expect((await ada.publish()).message).toContain('Workshop: time (Relationships That Power Your Brand): ');
});

/** Words of a file: a field's name, a value, a setting, a command. */
const wordsOfFiles = /\b(?:true|false)\b|\.yaml|\.md|\bbin\/|\borganizer \w+ \w+-|\b[a-z]+[A-Z]\w+|[A-Z]_[A-Z]|until-start|\bturn\b/u;

it('a field is described in the words of the page, not of its file', async () => {
  await using editing = await startEditing();
  const ada = await editing.as('Ada');
  const { pages } = (await editing.desk.get('/api/pages/list', { cookie: ada.cookie })).json<PageList>();
  const lists = await Promise.all(pages.map(async ({ id }) => (await ada.send('GET', `/list/${id}/fields`)).body as unknown as PageFields));
  const fields = new Map(lists.flatMap((list) => list.fields).map((field) => [`${field.file}#${field.pointer}`, field]));
  // The first item of a list speaks for the others.
  const described = [...fields.values()].filter(({ pointer }) => !/\/[1-9]/u.test(pointer));
  const texts = await Promise.all(
    described.map(async ({ file, pointer, value, valueName }) => {
      const { body } = await ada.send('GET', `/value?${new URLSearchParams({ file, pointer })}`);
      const { help, options = [], optionNames = {} } = body as unknown as PlaceValue;
      expect([pointer, valueName]).toEqual([pointer, optionNames[String(value)]]);
      return [help, options.map((option) => optionNames[option] ?? option)].flat();
    }),
  );
  expect(texts.flat().filter((text) => wordsOfFiles.test(text.replaceAll(/\{\w+\}/gu, '')))).toEqual([]);
});

it('a changed choice is listed in the words of its control, even if a colleague has changed it too', async () => {
  await using editing = await startEditing();
  const [ada, bea] = [await editing.as('Ada'), await editing.as('Bea')];
  const optionNames = { 'until-start': 'Open until the workshop starts' };
  await ada.set('until-start', fieldOfWorkshop('registration'));
  expect((await ada.send('GET', '/changes')).body['changes']).toMatchObject([{ after: 'until-start', optionNames }]);
  await bea.set('closed', fieldOfWorkshop('registration'));
  await bea.publish();
  expect((await ada.send('GET', '/changes')).body['conflicts']).toMatchObject([{ mine: 'until-start', theirs: 'closed', optionNames }]);
});

it('the dates to check before an invitation are named as on the pages', async () => {
  await using desk = await startRemoteDesk({ now: new Date() });
  const { warnings } = (await desk.get('/api/retreat', { cookie: await desk.signIn('Ada') })).json<RetreatBoard>();
  expect(warnings.join(' ')).toContain('Next steps: check-in, day (Spring 2026): ');
  expect(warnings.join(' ')).not.toMatch(/\.yaml|\d{4}-\d\d-\d\d/u);
});
