import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEditing, title } from '../../test/support/editing.ts';
import { loadContent } from '../content/load.ts';

let editing: Awaited<ReturnType<typeof startEditing>>;
beforeEach(async () => {
  editing = await startEditing();
});
afterEach(() => editing[Symbol.asyncDispose]());

describe('publishing', () => {
  it('changes the bytes of the value, replaces the build and records the name of the editor, and undo restores the bytes', async () => {
    const before = editing.hero();
    const ada = await editing.as('Ada');
    const original = (await ada.valueOf()) as string;
    expect((await ada.set('A long table: #1')).body).toMatchObject({ edits: 1, findings: [] });
    expect(editing.hero()).toBe(before);
    expect((await ada.send('GET', '/changes')).body).toEqual({
      changes: [{ ...title, before: original, after: 'A long table: #1' }],
      conflicts: [],
      mailed: 0,
    });
    expect(await ada.publish()).toMatchObject({ state: 'live' });
    expect(editing.hero()).toBe(before.replace(original, '"A long table: #1"'));
    expect(editing.built()).toBe(editing.hero());
    expect((await ada.send('GET', '')).body['edits']).toBe(0);
    expect((await ada.send('GET', '/history')).body).toMatchObject([
      { who: 'Ada', at: expect.stringMatching(/^2026-01-15T15:00:00/u) as string, changes: [title] },
    ]);

    expect(await ada.publish({}, '/undo-publish')).toMatchObject({ state: 'live' });
    expect(editing.hero()).toBe(before);
    expect(editing.built()).toBe(before);
  });

  it('can be undone one publish at a time until none is left, and an undo is never undone itself', async () => {
    const before = editing.hero();
    const ada = await editing.as('Ada');
    for (const words of ['The first title', 'The second title']) {
      await ada.set(words);
      await ada.publish();
    }
    await ada.publish({}, '/undo-publish');
    expect(editing.hero()).toContain('title: The first title');
    await ada.publish({}, '/undo-publish');
    expect(await ada.publish({}, '/undo-publish')).toMatchObject({ message: expect.stringContaining('nothing more to undo') as string });
    expect(editing.hero()).toBe(before);
  });

  it('is refused with the message of the content check while the content has an error', async () => {
    const ada = await editing.as('Ada');
    expect((await ada.set('')).body['findings']).toMatchObject([
      { severity: 'error', ...title, message: expect.stringContaining('it is empty') as string },
    ]);
    expect(await ada.publish()).toMatchObject({ message: expect.stringContaining('Correct this first') as string });
    expect(await (await editing.as('Bea')).publish()).toEqual({ message: 'There is nothing to publish: your draft has no changes.' });
  });

  it('does not change the site and keeps the draft if the build fails', async () => {
    const before = editing.hero();
    const ada = await editing.as('Ada');
    await ada.set('Another title');
    editing.build.fails = true;
    expect(await ada.publish()).toMatchObject({ state: 'failed', message: expect.stringContaining('stays as it is') as string });
    expect([editing.hero(), editing.built()]).toEqual([before, 'the first build']);
    expect(await ada.valueOf()).toBe('Another title');
  });

  it('never overwrites a file that was changed on the server during the build', async () => {
    const ada = await editing.as('Ada');
    await ada.set('Another title');
    editing.build.during = () => editing.copy.edit('site.yaml', /$/u, '# by hand\n');
    expect(await ada.publish()).toMatchObject({ state: 'failed', message: expect.stringContaining('changed on the server') as string });
    expect(editing.built()).toBe('the first build');
  });

  it('publishes the confirmed edits, and keeps the edits that were made during the build in the draft', async () => {
    const ada = await editing.as('Ada');
    await ada.set('Confirmed');
    editing.build.during = () => ada.set('Changed while it was built');
    expect(await ada.publish()).toMatchObject({ state: 'live' });
    expect(editing.built()).toBe(editing.hero());
    expect(editing.hero()).toContain('title: Confirmed');
    expect(await ada.valueOf()).toBe('Changed while it was built');
  });

  it('changes nothing if the disk is full', async () => {
    const before = editing.hero();
    const ada = await editing.as('Ada');
    await ada.set('Another title');
    await ada.set('Another name', { file: 'words.yaml', pointer: '/notFound/heading' });
    // A folder in the place of the last file that is written stands for the full disk.
    editing.build.during = () => mkdirSync(join(editing.copy.folder, 'words.yaml.tmp'));
    expect(await ada.publish()).toMatchObject({ state: 'failed', message: expect.stringContaining('stays as it is') as string });
    expect([editing.hero(), editing.built()]).toEqual([before, 'the first build']);
    expect((await ada.send('GET', '/history')).body).toEqual([]);
    editing.build.during = () => undefined;
    expect(await ada.publish()).toMatchObject({ state: 'live' });
  });

  it('commits the files and new pictures of content/ in the name of the editor if content/ is in a git checkout', async () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', editing.copy.folder, '-c', 'user.name=T', '-c', 'user.email=t@localhost', ...args], { encoding: 'utf8' });
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '-m', 'content');
    const ada = await editing.as('Ada');
    await ada.set('Committed');
    mkdirSync(join(editing.copy.folder, 'uploads/pages'), { recursive: true });
    writeFileSync(join(editing.copy.folder, 'uploads/pages/new.jpg'), 'a picture');
    const published = await ada.publish();
    expect([published['state'], published['message']]).toEqual(['live', undefined]);
    expect(git('log', '-1', '--format=%an %s').trim()).toBe(`Ada Change ${title.file}`);
    expect(git('show', '--name-only', '--format=').trim().split('\n')).toEqual([title.file, 'uploads/pages/new.jpg']);
    expect(git('status', '--porcelain')).toBe('');
  });

  it('says why the files could not be committed if git cannot read the checkout', async () => {
    writeFileSync(join(editing.copy.folder, '.git'), 'gitdir: /nowhere');
    const ada = await editing.as('Ada');
    await ada.set('Not committed');
    expect(await ada.publish()).toMatchObject({
      state: 'live',
      message: expect.stringMatching(/not be committed to git: .*nowhere/u) as string,
    });
  });

  it('states beforehand how many people would get a mail about a moved workshop', async () => {
    const ada = await editing.as('Ada');
    const workshop = 'speaker-series/relationships-that-power-your-brand.yaml';
    const mailed = async () => (await ada.send('GET', '/changes')).body['mailed'];
    await ada.set('13:30', { file: workshop, pointer: '/at' });
    expect(await mailed(), 'the workshop is over').toBe(0);
    await ada.set('2026-07-10', { file: workshop, pointer: '/on' });
    expect(await mailed()).toBe(12);
  });
});

describe('two editors', () => {
  it('the second editor who publishes the same value chooses between both values', async () => {
    const [ada, bea] = [await editing.as('Ada'), await editing.as('Bea')];
    await ada.set('The title of Ada');
    await bea.set('The title of Bea');
    await ada.publish();
    expect((await bea.send('GET', '/changes')).body['conflicts']).toEqual([
      { ...title, mine: 'The title of Bea', theirs: 'The title of Ada' },
    ]);
    expect(await bea.publish()).toMatchObject({ message: expect.stringContaining('Choose which of the two to keep') as string });
    expect(await bea.publish({ resolved: [{ ...title, keep: 'mine' }] })).toMatchObject({ state: 'live' });
    expect(editing.hero()).toContain('title: The title of Bea');
  });

  it('a value and a list that an editor changed twice are one choice each, and keep the last change', async () => {
    const [ada, bea] = [await editing.as('Ada'), await editing.as('Bea')];
    const facts = { file: title.file, pointer: '/facts' };
    const [first, second, third, fourth] = (await ada.valueOf(facts)) as string[];
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
    expect(await bea.valueOf()).toBe('Bea twice');
    expect(await bea.valueOf(facts)).toEqual([second, third, first, fourth]);
  });

  it('a list that an editor keeps is the one that they chose, whatever somebody else has added to it or removed from it', async () => {
    const bea = await editing.as('Bea');
    const facts = { file: title.file, pointer: '/facts' };
    const [first, second, third, fourth] = (await bea.valueOf(facts)) as string[];
    await bea.send('POST', '/list-items', { ...facts, action: 'remove', index: 2 });
    editing.copy.edit(title.file, `facts:\n  - ${first}`, 'facts:\n  - Added').edit(title.file, `  - ${second}\n`, '');
    const { conflicts } = (await bea.send('GET', '/changes')).body;
    expect(conflicts).toEqual([{ ...facts, mine: [first, second, fourth], theirs: ['Added', third, fourth] }]);
    expect(await bea.publish({ resolved: [{ ...facts, keep: 'mine' }] })).toMatchObject({ state: 'live' });
    expect(await bea.valueOf(facts)).toEqual([first, second, fourth]);
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
    await bea.send('POST', '/take-back', {});
    const left = await conflicts();
    expect(left).toHaveLength(3);
    await bea.set('Another title');
    const resolved = left.map(({ file, pointer }) => ({ file, pointer, keep: 'theirs' }));
    expect(await bea.publish({ resolved })).toMatchObject({ state: 'live' });
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
    const before = await ada.valueOf();
    editing.copy.edit(title.file, /^title: .*$/mu, 'title: By hand');
    expect(await ada.send('PUT', '/value', { ...title, value: 'From an old page', before })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('changed meanwhile') as string },
    });
  });
});

describe('a list', () => {
  it('is changed item by item, and the changes can be taken back', async () => {
    const ada = await editing.as('Ada');
    const list = { file: title.file, pointer: '/facts' };
    const facts = (await ada.valueOf(list)) as string[];
    await ada.send('POST', '/list-items', { ...list, action: 'move', index: 0, to: 1 });
    expect(await ada.valueOf(list)).toEqual([facts[1], facts[0], ...facts.slice(2)]);
    await ada.send('POST', '/take-back', {});
    expect(await ada.valueOf(list)).toEqual(facts);
  });

  it('a new workshop is copied from another, and is a draft until its day is entered', async () => {
    const ada = await editing.as('Ada');
    const created = { kind: 'workshop', slug: 'the-next-one', from: 'relationships-that-power-your-brand' };
    expect((await ada.send('POST', '/new', created)).body['findings']).toEqual([]);
    await ada.publish();
    expect(editing.copy.read('speaker-series/the-next-one.yaml')).toMatch(/^on: #/mu);
  });

  it('a new retreat leaves nothing when it is taken back or undone, and can be made again', async () => {
    const ada = await editing.as('Ada');
    const create = () => ada.send('POST', '/new', { kind: 'retreat', slug: 'fall-2030', from: 'spring-2026' });
    await create();
    expect((await ada.send('POST', '/take-back', {})).body['findings']).toEqual([]);
    for (const _ of ['first', 'again']) {
      expect(await create()).toMatchObject({ status: 200, body: { findings: [] } });
      expect(await ada.publish()).toMatchObject({ state: 'live' });
      expect(await ada.publish({}, '/undo-publish')).toMatchObject({ state: 'live' });
      expect(loadContent(editing.copy.folder).drafts).toEqual([]);
    }
  });
});
