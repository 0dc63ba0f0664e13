import { mkdirSync } from 'node:fs';
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
    const original = (await ada.readValue()) as string;
    expect((await ada.set('A long table: #1')).body).toMatchObject({ edits: 1, findings: [] });
    expect(editing.hero()).toBe(before);
    expect((await ada.send('GET', '/changes')).body).toEqual({
      changes: [{ ...title, before: original, after: 'A long table: #1' }],
      conflicts: [],
      warnings: [],
      mailed: 0,
      notMailed: 0,
      seen: expect.any(String) as string,
    });
    const pages = [{ name: 'The Founder House Retreat, Spring 2026', path: '/retreats/spring-2026' }];
    expect(await ada.publish()).toEqual({ state: 'live', pages });
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

  it('says before an undo what it changes back and how many people get an email, and that there is nothing to undo', async () => {
    const ada = await editing.as('Ada');
    const preview = async () => (await ada.send('GET', '/undo-publish')).body;
    expect(await preview()).toEqual({ message: expect.stringContaining('nothing more to undo') as string });
    const file = 'speaker-series/relationships-that-power-your-brand.yaml';
    const day = { file, pointer: '/on' };
    const original = await ada.readValue();
    await ada.set('2026-07-11', day);
    await ada.publish();
    await ada.set('2026-07-18', day);
    await ada.set('The next title');
    expect((await ada.send('GET', '/changes')).body['mailed']).toBe(12);
    await ada.publish();
    expect(await preview()).toEqual({
      changes: [
        { ...day, before: '2026-07-18', after: '2026-07-11' },
        { ...title, before: 'The next title', after: original },
      ],
      mailed: 12,
      notMailed: 0,
      seen: expect.any(String) as string,
    });
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

  it('is not done twice by a request that is repeated because its response was lost, and neither is an undo', async () => {
    const ada = await editing.as('Ada');
    for (const words of ['A short table', 'A long table']) {
      await ada.set(words);
      const { seen } = (await ada.send('GET', '/changes')).body;
      const answers = await Promise.all([ada.publish({ seen }), ada.publish({ seen })]);
      expect(answers).toContainEqual({ message: expect.stringContaining('Somebody is publishing') as string });
      expect((await ada.publish({ seen }))['message']).toContain('nothing was published now');
    }
    const { seen } = (await ada.send('GET', '/undo-publish')).body;
    await ada.publish({ seen }, '/undo-publish');
    expect((await ada.publish({ seen }, '/undo-publish'))['message']).toContain('changed in the meantime');
    expect(editing.hero()).toContain('A short table');
  });

  it('has no change for a value that is kept as it is, so that an undo of the last change takes back one that can be seen', async () => {
    const ada = await editing.as('Ada');
    for (const text of ['A title', 'A title', 'A title']) expect((await ada.set(text)).status).toBe(200);
    expect((await ada.send('GET', '')).body).toMatchObject({ edits: 1 });
    await ada.send('POST', '/undo-change', {});
    expect((await ada.send('GET', '')).body).toMatchObject({ edits: 0 });
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
    expect(await ada.readValue()).toBe('Another title');
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
    expect(await ada.readValue()).toBe('Changed while it was built');
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

  it('states beforehand how many people would get an email about a moved workshop', async () => {
    const ada = await editing.as('Ada');
    const workshop = 'speaker-series/relationships-that-power-your-brand.yaml';
    const mailed = async () => (await ada.send('GET', '/changes')).body['mailed'];
    await ada.set('13:30', { file: workshop, pointer: '/at' });
    expect(await mailed(), 'the workshop is over').toBe(0);
    await ada.set('2026-07-10', { file: workshop, pointer: '/on' });
    expect(await mailed()).toBe(12);
  });

  it('states beforehand how many founders have a seat or an invitation when the days of their retreat change', async () => {
    Object.assign(editing.registered, { invited: 1, accepted: 2 });
    const ada = await editing.as('Ada');
    const notMailed = async (path: string) => (await ada.send('GET', path)).body['notMailed'];
    await ada.set('Smart casual', { file: 'retreats/spring-2026/next-steps.yaml', pointer: '/attire' });
    expect(await notMailed('/changes')).toBe(0);
    await ada.set('15:00', { file: 'retreats/spring-2026/next-steps.yaml', pointer: '/checkIn/at' });
    expect(await notMailed('/changes')).toBe(3);
    await ada.publish();
    expect(await notMailed('/undo-publish')).toBe(3);
  });

  it.each([
    ['turn', 0],
    ['keep', 3],
  ])('counts, once the last day of a retreat with "afterwards: %s" has passed, %i founders with a seat', async (afterwards, count) => {
    Object.assign(editing.registered, { accepted: 3 });
    const facts = 'retreats/spring-2026/facts.yaml';
    editing.copy
      .edit(facts, /^(earliest|latest): .*$/gmu, '$1: 2025-12-01')
      .edit(facts, /^afterwards: .*$/mu, `afterwards: "${afterwards}"`);
    const ada = await editing.as('Ada');
    await ada.set('15:00', { file: 'retreats/spring-2026/next-steps.yaml', pointer: '/checkIn/at' });
    expect((await ada.send('GET', '/changes')).body).toMatchObject({ notMailed: count });
    editing.closed.add('spring-2026');
    expect((await ada.send('GET', '/changes')).body, 'the retreat is closed').toMatchObject({ notMailed: 0 });
  });
});

describe('a list', () => {
  it('is changed item by item, and the changes can be taken back', async () => {
    const ada = await editing.as('Ada');
    const list = { file: title.file, pointer: '/facts' };
    const facts = (await ada.readValue(list)) as string[];
    await ada.send('POST', '/list-items', { ...list, action: 'move', index: 0, to: 1 });
    expect(await ada.readValue(list)).toEqual([facts[1], facts[0], ...facts.slice(2)]);
    await ada.send('POST', '/undo-change', {});
    expect(await ada.readValue(list)).toEqual(facts);
  });

  it('a new workshop is copied from another, and is a draft until its day is entered', async () => {
    const ada = await editing.as('Ada');
    const created = { kind: 'workshop', slug: 'the-next-one', from: 'relationships-that-power-your-brand' };
    const { body } = await ada.send('POST', '/new', created);
    expect(body['findings']).toEqual([]);
    const messages = JSON.stringify(body['launch']);
    expect(messages).toContain('fill this in next');
    expect(messages).toContain('fill in the dates of the next one');
    expect(messages).not.toContain('under Pages');
    await ada.publish();
    expect(editing.copy.read('speaker-series/the-next-one.yaml')).toMatch(/^on: #/mu);
  });

  it('a new workshop whose name and day are known is shown immediately', async () => {
    const ada = await editing.as('Ada');
    const created = {
      kind: 'workshop',
      slug: 'hiring',
      from: 'relationships-that-power-your-brand',
      name: 'Hiring: who, when',
      day: '2030-05-06',
    };
    expect(await ada.send('POST', '/new', created)).toMatchObject({ status: 200, body: { edits: 1, findings: [] } });
    expect((await ada.send('GET', '/list')).body['pages']).toContainEqual(
      expect.objectContaining({
        id: 'workshop-hiring-upcoming',
        group: 'Hiring: who, when, May 6, 2030',
        about: 'Hiring: who, when, May 6, 2030',
      }),
    );
    expect(await ada.send('POST', '/new', { ...created, slug: 'hiring-2', day: 'May 6' })).toMatchObject({ status: 400 });
  });

  it('a new retreat leaves nothing when it is taken back or undone, and can be made again', async () => {
    const ada = await editing.as('Ada');
    const create = () => ada.send('POST', '/new', { kind: 'retreat', slug: 'fall-2030', from: 'spring-2026' });
    await create();
    expect((await ada.send('POST', '/undo-change', {})).body['findings']).toEqual([]);
    for (const _ of ['first', 'again']) {
      expect(await create()).toMatchObject({ status: 200, body: { findings: [] } });
      expect(await ada.publish()).toMatchObject({ state: 'live' });
      expect(await ada.publish({}, '/undo-publish')).toMatchObject({ state: 'live' });
      expect(loadContent(editing.copy.folder).undated).toEqual([]);
    }
  });
});
