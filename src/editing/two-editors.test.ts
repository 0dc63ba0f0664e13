import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEditing, title } from '../../test/support/editing.ts';
import { hourMs } from '../durations.ts';

let editing: Awaited<ReturnType<typeof startEditing>>;
beforeEach(async () => {
  editing = await startEditing();
});
afterEach(() => editing[Symbol.asyncDispose]());

describe('two editors', () => {
  it('the second editor who publishes the same value chooses between both values', async () => {
    const [ada, bea] = [await editing.as('Ada'), await editing.as('Bea')];
    await ada.set('The title of Ada');
    await bea.set('The title of Bea');
    await ada.publish();
    expect((await bea.send('GET', '')).body).toMatchObject({ edits: 1, conflicts: 1 });
    expect((await bea.send('GET', '/changes')).body['conflicts']).toEqual([
      { ...title, mine: 'The title of Bea', theirs: 'The title of Ada' },
    ]);
    expect(await bea.publish()).toMatchObject({ message: expect.stringContaining('Choose which of the two to keep') as string });
    expect(await bea.publish({ resolved: [{ ...title, keep: 'mine' }] })).toMatchObject({ state: 'live' });
    expect(editing.hero()).toContain('title: The title of Bea');
    expect((await bea.send('GET', '')).body).toMatchObject({ edits: 0, conflicts: 0 });
  });

  it('a value and a list that an editor changed twice are one choice each, and keep the last change', async () => {
    const [ada, bea] = [await editing.as('Ada'), await editing.as('Bea')];
    const facts = { file: title.file, pointer: '/facts' };
    const [first, second, third, fourth] = (await ada.readValue(facts)) as string[];
    for (const words of ['Bea once', 'Bea twice']) await bea.set(words);
    for (const to of [1, 2]) await bea.send('POST', '/list-items', { ...facts, action: 'move', index: to - 1, to });
    await ada.set('Ada');
    await ada.send('POST', '/list-items', { ...facts, action: 'move', index: 3, to: 0 });
    await ada.publish();
    const { conflicts } = (await bea.send('GET', '/changes')).body;
    expect(conflicts).toMatchObject([
      { ...title, mine: 'Bea twice', theirs: 'Ada' },
      { ...facts, mine: [second, third, first, fourth], theirs: [fourth, first, second, third] },
    ]);
    const keep = 'mine';
    expect(
      await bea.publish({
        resolved: [
          { ...title, keep },
          { ...facts, keep },
        ],
      }),
    ).toMatchObject({ state: 'live' });
    expect(await bea.readValue()).toBe('Bea twice');
    expect(await bea.readValue(facts)).toEqual([second, third, first, fourth]);
  });

  it('what an editor confirms is refused once something else would be published or undone', async () => {
    const [ada, bea] = [await editing.as('Ada'), await editing.as('Bea')];
    const seenBy = async (editor: typeof ada, path: string) => (await editor.send('GET', path)).body['seen'] as string;
    const refusal = { message: expect.stringContaining('nothing was published') as string };
    await ada.set('The title of Ada');
    const oneChange = await seenBy(ada, '/changes');
    await ada.set('A fact of Ada', { file: title.file, pointer: '/facts/0' });
    expect(await ada.publish({ seen: oneChange })).toEqual(refusal);
    const twoChanges = await seenBy(ada, '/changes');
    await bea.set('The title of Bea');
    await bea.publish({ seen: await seenBy(bea, '/changes') });
    expect(await ada.publish({ seen: twoChanges, resolved: [{ ...title, keep: 'mine' }] })).toEqual(refusal);
    const ofBea = await seenBy(ada, '/undo-publish');
    expect(await ada.publish({ seen: await seenBy(ada, '/changes'), resolved: [{ ...title, keep: 'mine' }] })).toMatchObject({
      state: 'live',
    });
    expect(await bea.publish({ seen: ofBea }, '/undo-publish')).toEqual(refusal);
    expect(editing.hero()).toContain('The title of Ada');
    expect(await bea.publish({ seen: await seenBy(bea, '/undo-publish') }, '/undo-publish')).toMatchObject({ state: 'live' });
    expect(editing.hero()).toContain('The title of Bea');
  });

  it.each([
    ['an hour', hourMs],
    ['a year', 365 * 24 * hourMs],
  ])(
    'the last publish is the first in the history and the one that is undone, even after a clock that was %s ahead is corrected',
    async (_, aheadMs) => {
      const [ada, bea] = [await editing.as('Ada'), await editing.as('Bea')];
      editing.clock.timeMs += aheadMs;
      await ada.set('The title of Ada');
      await ada.publish();
      editing.clock.timeMs -= aheadMs;
      await bea.set('A text of Bea', { file: 'words.yaml', pointer: '/notFound/heading' });
      await bea.publish();
      const names = async () => ((await ada.send('GET', '/history')).body as unknown as { who: string }[]).map(({ who }) => who);
      expect(await names()).toEqual(['Bea', 'Ada']);
      await bea.publish({}, '/undo-publish');
      expect(editing.copy.read('words.yaml')).not.toContain('A text of Bea');
      expect(editing.hero()).toContain('The title of Ada');
    },
  );

  it('a text with which the file of another editor’s publish would be over 1 MB is a conflict, and can be made shorter', async () => {
    const [ada, bea] = [await editing.as('Ada'), await editing.as('Bea')];
    const text = { file: title.file, pointer: '/text' };
    editing.copy.edit(title.file, /$/u, `# ${'x'.repeat(980_000)}\n`);
    const long = 'Of Bea '.repeat(2_000);
    expect((await bea.set(long, text)).status).toBe(200);
    await ada.set('Of Ada '.repeat(2_000));
    expect(await ada.publish()).toMatchObject({ state: 'live' });
    expect((await bea.send('GET', '/changes')).body['conflicts']).toMatchObject([{ ...text, mine: long }]);
    expect(await bea.publish({ resolved: [{ ...text, keep: 'mine' }] })).toEqual({
      message: expect.stringContaining('the file would be over 1 MB with it. Choose “Theirs”') as string,
    });
    expect((await bea.set('Short', text)).status).toBe(200);
    expect(await bea.publish()).toMatchObject({ state: 'live' });
    expect(editing.hero()).toContain('text: Short');
  });

  it('a list is changed only as the editor saw it', async () => {
    const [ada, bea] = [await editing.as('Ada'), await editing.as('Bea')];
    const facts = { file: title.file, pointer: '/facts' };
    const before = (await ada.readValue(facts)) as string[];
    await bea.send('POST', '/list-items', { ...facts, action: 'remove', index: 0 });
    await bea.publish();
    const remove = (seen: unknown) => ada.send('POST', '/list-items', { ...facts, action: 'remove', index: 1, before: seen });
    expect(await remove(before)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('changed in the meantime') as string },
    });
    const now = await ada.readValue(facts);
    expect(now).toEqual(before.slice(1));
    expect((await remove(now)).status).toBe(200);
    expect(await ada.readValue(facts)).toEqual([before[1], before[3]]);
  });

  it('a value that both editors changed to the same text in the end is no conflict', async () => {
    const [ada, bea] = [await editing.as('Ada'), await editing.as('Bea')];
    for (const words of ['Bea once', 'The same']) await bea.set(words);
    await ada.set('The same');
    await ada.publish();
    expect((await bea.send('GET', '/changes')).body).toMatchObject({ changes: [], conflicts: [] });
  });

  it('a list that an editor keeps is the one that they chose, whatever somebody else has added to it or removed from it', async () => {
    const bea = await editing.as('Bea');
    const facts = { file: title.file, pointer: '/facts' };
    const [first, second, third, fourth] = (await bea.readValue(facts)) as string[];
    await bea.send('POST', '/list-items', { ...facts, action: 'remove', index: 2 });
    editing.copy.edit(title.file, `facts:\n  - ${first}`, 'facts:\n  - Added').edit(title.file, `  - ${second}\n`, '');
    const { conflicts } = (await bea.send('GET', '/changes')).body;
    expect(conflicts).toEqual([{ ...facts, mine: [first, second, fourth], theirs: ['Added', third, fourth] }]);
    expect(await bea.publish({ resolved: [{ ...facts, keep: 'mine' }] })).toMatchObject({ state: 'live' });
    expect(await bea.readValue(facts)).toEqual([first, second, fourth]);
  });

  it('an edit whose file or list item is gone is a conflict that can be taken back or dropped, but not kept', async () => {
    const bea = await editing.as('Bea');
    const workshop = 'speaker-series/the-next-one.yaml';
    const copied = editing.copy.read('speaker-series/relationships-that-power-your-brand.yaml');
    editing.copy.write(workshop, copied.replace(/^on: .*$/mu, 'on:'));
    const places = [
      { file: workshop, pointer: '/dateText' },
      { file: workshop, pointer: '/title' },
      { file: title.file, pointer: '/facts/3' },
    ];
    for (const place of places) await bea.set('Of Bea', place);
    await bea.send('POST', '/list-items', { file: workshop, pointer: '/covers/items', action: 'remove', index: 0 });
    editing.copy.delete(workshop).edit(title.file, /^ {2}- By invitation only\n/mu, '');
    const conflicts = async () => (await bea.send('GET', '/changes')).body['conflicts'] as { file: string; pointer: string }[];
    expect(await conflicts()).toMatchObject([
      ...places.map((place) => Object.assign({ mine: 'Of Bea', theirs: null }, place)),
      { file: workshop, pointer: '/covers/items', theirs: null },
    ]);
    for (const { file, pointer } of await conflicts())
      expect(await bea.publish({ resolved: [{ file, pointer, keep: 'mine' }] })).toEqual({
        message: expect.stringContaining('Choose “Theirs” there') as string,
      });
    await bea.send('POST', '/undo-change', {});
    const left = await conflicts();
    expect(left).toHaveLength(3);
    await bea.set('Another title');
    const resolved = left.map(({ file, pointer }) => ({ file, pointer, keep: 'theirs' }));
    expect(await bea.publish({ resolved })).toMatchObject({ state: 'live' });
  });

  it('an edit is a conflict if its index has become that of another item with the same value', async () => {
    const bea = await editing.as('Bea');
    const gallery = 'retreats/spring-2026/gallery.yaml';
    const place = { file: gallery, pointer: '/pictures/1/sample' };
    await bea.set(false, place);
    editing.copy.edit(gallery, 'caption: The long table', 'caption: The longer table');
    expect((await bea.send('GET', '/changes')).body).toMatchObject({ changes: [place], conflicts: [] });
    const conflict = { changes: [], conflicts: [{ ...place, mine: false, theirs: true }] };
    const [arrival] = /^ {2}- src: .*arrival[^]*?sample: true\n/mu.exec(editing.copy.read(gallery)) as unknown as [string];
    editing.copy.edit(gallery, arrival, '');
    expect((await bea.send('GET', '/changes')).body).toMatchObject(conflict);
    expect(await bea.readValue(place)).toBe(true);
    editing.copy.write(gallery, editing.copy.read(gallery) + arrival);
    expect((await bea.send('GET', '/changes')).body).toMatchObject(conflict);
    expect(await bea.publish({ resolved: [{ ...place, keep: 'mine' }] })).toMatchObject({ state: 'live' });
    expect(editing.copy.read(gallery)).toMatch(/caption: Morning by the lake\n {4}sample: false/u);
  });

  it.each(['mine', 'theirs'] as const)('the second editor who creates the same workshop chooses between both files: %s', async (keep) => {
    const [ada, bea] = [await editing.as('Ada'), await editing.as('Bea')];
    const place = { file: 'speaker-series/the-next-one.yaml', pointer: '' };
    for (const editor of [ada, bea])
      await editor.send('POST', '/new', { kind: 'workshop', slug: 'the-next-one', from: 'relationships-that-power-your-brand' });
    await ada.publish();
    await bea.set('The title of Bea', { ...place, pointer: '/title' });
    const theirs = editing.copy.read(place.file);
    const [{ mine }, ...others] = (await bea.send('GET', '/changes')).body['conflicts'] as [{ mine: string }];
    expect(others).toEqual([]);
    expect(await bea.publish({ resolved: [{ ...place, keep }] })).toMatchObject({ state: 'live' });
    const kept = keep === 'mine' ? mine : theirs;
    expect(mine).not.toBe(theirs);
    expect(editing.copy.read(place.file)).toBe(kept.replace(/^title: .*$/mu, 'title: The title of Bea'));
    expect(await bea.publish({}, '/undo-publish')).toMatchObject({ state: 'live' });
    expect(editing.copy.read(place.file)).toBe(theirs);
  });

  it('edits of different values in one file are both published', async () => {
    const [ada, bea] = [await editing.as('Ada'), await editing.as('Bea')];
    await ada.set('The title of Ada');
    await bea.set('A text of Bea', { file: title.file, pointer: '/facts/0' });
    await ada.publish();
    expect(await bea.publish()).toMatchObject({ state: 'live' });
    expect(editing.hero()).toContain('The title of Ada');
    expect(editing.hero()).toContain('A text of Bea');
  });

  it('a value that changed on disk since the page was opened is not overwritten', async () => {
    const ada = await editing.as('Ada');
    const before = await ada.readValue();
    editing.copy.edit(title.file, /^title: .*$/mu, 'title: By hand');
    expect(await ada.send('PUT', '/value', { ...title, value: 'From an old page', before })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('changed in the meantime') as string },
    });
  });

  it('a file that was changed on the server while the sign-ups were counted is not overwritten', async () => {
    const file = 'speaker-series/relationships-that-power-your-brand.yaml';
    const ada = await editing.as('Ada');
    await ada.set('f'.repeat(32), { file, pointer: '/form/id' });
    Object.defineProperty(editing.registered, 'founders', {
      get() {
        editing.copy.edit(file, /$/u, '# by hand\n');
        return 0;
      },
    });
    expect(await ada.publish()).toMatchObject({ state: 'failed', message: expect.stringContaining('changed on the server') as string });
    expect(editing.copy.read(file)).toContain('# by hand');
  });
});
