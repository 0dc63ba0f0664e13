import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { now, startEditing, title } from '../../test/support/editing.ts';
import { canMount, smallDisk } from '../../test/support/small-disk.ts';
import { pictureFolder } from './content-files.ts';
import { createDrafts } from './drafts.ts';
import { currentValue } from './edits.ts';
import { filesBetween } from './release-history.ts';
import { createReleases } from './releases.ts';

let editing: Awaited<ReturnType<typeof startEditing>>;
beforeEach(async () => {
  editing = await startEditing();
});
afterEach(() => editing[Symbol.asyncDispose]());

/** Leaves a publish of Ada as a kill after its journal does: a folder in the place of the file stops its first step. */
function interrupt(value: string) {
  const folders = { contentFolder: editing.copy.folder, dataDir: editing.dataDir, dist: editing.dist };
  const drafts = createDrafts(folders);
  const releases = createReleases(folders, drafts);
  drafts.setValue('ada', title, { before: currentValue(drafts.refresh('ada').texts, title), after: 'Before the kill' });
  drafts.setValue('ada', title, { before: 'Before the kill', after: value });
  drafts.changeList('ada', { ...title, pointer: '/facts' }, { action: 'move', index: 0, to: 1 });
  const { published, texts, edits } = drafts.refresh('ada');
  const [before, after] = [published.get(title.file)!, texts.get(title.file)!];
  mkdirSync(releases.built);
  writeFileSync(join(releases.built, 'build.json'), after);
  const hero = join(editing.copy.folder, title.file);
  rmSync(hero);
  mkdirSync(hero);
  const about = { at: now().toISOString(), who: 'Ada', changes: [], files: filesBetween(published, texts) };
  expect(() => releases.install(about, { editor: 'ada', edits })).toThrow(/EISDIR|directory/u);
  rmSync(hero, { recursive: true });
  expect(editing.built()).toBe('the first build');
  return { drafts, releases, before, after, hero };
}

const journalExists = () => existsSync(join(editing.dataDir, 'content-publish.json'));

describe('a publish', () => {
  it.each([
    ['of the same data folder', ''],
    ['of another data folder over the same checkout', 'other'],
  ])('is refused while another process %s publishes, and possible once that is done', async (_which, folder) => {
    const ada = await editing.as('Ada');
    await ada.set('A title');
    const other = editing.create(join(editing.dataDir, folder));
    editing.build.during = async () => {
      await expect(other.undo({ id: 'local', name: 'Bea' })).rejects.toThrow(/publishing right now/u);
      editing.build.during = () => undefined;
    };
    expect(await ada.publish()).toMatchObject({ state: 'live' });
    const place = { ...title, pointer: '/facts/0' };
    other.drafts.setValue('local', place, { before: await ada.readValue(place), after: 'A text of Bea' });
    await other.publish({ id: 'local', name: 'Bea' });
    await expect.poll(() => other.readProgress().state).toBe('live');
  });

  it('that was killed before its last step leaves temporary files that the next start and the next publish remove', async () => {
    const names = [
      'retreats/spring-2026/hero.yaml.tmp',
      `${pictureFolder}/0123456789abcdef.jpg.tmp`,
      'uploads/.team.jpg.founder-house.tmp',
    ];
    const left = names.map((name) => join(editing.copy.folder, name));
    const leave = () => left.forEach((file) => writeFileSync(file, 'half a file'));
    mkdirSync(join(editing.copy.folder, pictureFolder), { recursive: true });
    leave();
    editing.create().releases.recover();
    expect(left.filter((file) => existsSync(file))).toEqual([]);
    leave();
    const ada = await editing.as('Ada');
    await ada.set('A title');
    expect(await ada.publish()).toMatchObject({ state: 'live' });
    expect(left.filter((file) => existsSync(file))).toEqual([]);
  });

  it.skipIf(!canMount)('is not kept from ending by a build of an earlier one that cannot be removed', async () => {
    const old = `${editing.dist}.old`;
    mkdirSync(old);
    using disk = smallDisk(old);
    expect(disk.mounted).toBe(true);
    const ada = await editing.as('Ada');
    for (const text of ['A title', 'Another title']) {
      await ada.set(text);
      expect(await ada.publish()).toMatchObject({ state: 'live' });
      expect(readFileSync(join(editing.dist, 'build.json'), 'utf8')).toContain(text);
    }
    expect(readdirSync(editing.dataDir).filter((name) => name.startsWith('dist.old'))).toEqual(['dist.old']);
  });

  it('that cannot replace a file says that it is not complete, and is completed later', async () => {
    const folders = { contentFolder: editing.copy.folder, dataDir: editing.dataDir, dist: editing.dist };
    const releases = createReleases(folders, createDrafts(folders));
    const obstacle = join(editing.copy.folder, 'words-of-a-test.yaml');
    mkdirSync(join(obstacle, 'a folder where the file goes'), { recursive: true });
    const release = {
      at: now().toISOString(),
      who: 'Ada',
      changes: [],
      files: [{ file: 'words-of-a-test.yaml', before: null, after: 'x' }],
    };
    expect(() => releases.install(release)).toThrow(/completes this one/u);
    const ada = await editing.as('Ada');
    await ada.set('A title');
    expect(await ada.publish()).toEqual({ message: expect.stringContaining('completes this one') as string });
    rmSync(obstacle, { recursive: true });
    releases.recover();
    expect(readFileSync(obstacle, 'utf8')).toBe('x');
  });

  it('keeps the newest 200 publishes in the history', async () => {
    const folders = { contentFolder: editing.copy.folder, dataDir: editing.dataDir, dist: editing.dist };
    const releases = createReleases(folders, createDrafts(folders));
    for (let day = 0; day < 203; day += 1)
      releases.install({ at: new Date(day * 86_400_000).toISOString(), who: `Ada ${day}`, changes: [], files: [] });
    const kept = releases.list().map((release) => 'who' in release && release.who);
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([200, 'Ada 202', 'Ada 3']);
  });

  it.each(['{"id":', '{}'])('with a damaged record is left out of the history, and keeps an undo from guessing: %j', async (damaged) => {
    const ada = await editing.as('Ada');
    for (const words of ['The first title', 'The second title']) {
      await ada.set(words);
      expect(await ada.publish()).toMatchObject({ state: 'live' });
    }
    const history = async () => (await ada.send('GET', '/history')).body as unknown as { id: string }[];
    const [second, first] = await history();
    const file = join(editing.dataDir, 'content-history', second!.id, 'release.json');
    writeFileSync(file, damaged);
    expect(await history()).toEqual([first]);
    const refused = { status: 409, body: { message: expect.stringContaining(`${file} on the server is damaged`) as string } };
    expect(await ada.send('GET', '/undo-publish')).toEqual(refused);
    expect(await ada.send('POST', '/undo-publish', {})).toEqual(refused);
    await ada.set('The third title');
    expect(await ada.publish()).toMatchObject({ state: 'live' });
    expect(await ada.publish({}, '/undo-publish')).toMatchObject({ state: 'live' });
    expect(editing.hero()).toContain('title: The second title');
  });

  it.each(['{"id":', '{}', '{"id":"00000000"}'])(
    'whose journal is damaged keeps others from starting until that file is deleted: %j',
    async (damaged) => {
      const ada = await editing.as('Ada');
      await ada.set('A title');
      const journal = join(editing.dataDir, 'content-publish.json');
      writeFileSync(journal, damaged);
      const refused = { status: 409, body: { message: expect.stringContaining(`${journal} on the server is damaged`) as string } };
      expect(await ada.send('POST', '/publish', {})).toEqual(refused);
      expect(() => editing.create().releases.recover()).toThrow(/is damaged/u);
      expect(await ada.readValue()).toBe('A title');
      rmSync(journal);
      expect(await ada.publish()).toMatchObject({ state: 'live' });
    },
  );

  it('is finished at the next start if it was killed while it replaced the content and the build', () => {
    const { drafts, after } = interrupt('After the kill');
    editing.create().releases.recover();
    expect([editing.hero(), editing.built()]).toEqual([after, after]);
    expect(drafts.refresh('ada')).toMatchObject({ edits: [], conflicts: [] });
    expect(journalExists()).toBe(false);
  });

  it('that was killed is finished at the next start if the checkout was copied since, which changes the times of its files', () => {
    const { releases, after } = interrupt('After the kill');
    cpSync(releases.built, `${releases.built}.copy`, { recursive: true });
    rmSync(releases.built, { recursive: true });
    renameSync(`${releases.built}.copy`, releases.built);
    editing.create().releases.recover();
    expect([editing.hero(), editing.built(), journalExists()]).toEqual([after, after, false]);
  });

  it('that was killed after it replaced the content is rolled back, and stays a draft, if its build is gone', () => {
    const { drafts, releases, hero, before, after } = interrupt('After the kill');
    writeFileSync(hero, after);
    rmSync(releases.built, { recursive: true });
    editing.create().releases.recover();
    expect([editing.hero(), editing.built(), releases.list(), journalExists()]).toEqual([before, 'the first build', [], false]);
    expect(currentValue(drafts.refresh('ada').texts, title)).toBe('After the kill');
  });

  it.each([
    ['stays a draft if that build does not have its texts', 'before', []],
    ['is complete if that build has its texts', 'after', [expect.objectContaining({ who: 'Ada' })]],
  ] as const)('that was killed does not replace a build that was made since, and %s', (_outcome, which, published) => {
    const { drafts, releases, hero, ...texts } = interrupt('After the kill');
    writeFileSync(hero, texts[which]);
    for (const [name, bytes] of Object.entries({ 'build.json': 'a newer build', '.built': 'its digest' }))
      writeFileSync(join(editing.dist, name), bytes);
    editing.create().releases.recover();
    expect([editing.hero(), editing.built(), releases.list(), journalExists()]).toEqual([texts[which], 'a newer build', published, false]);
    const { texts: drafted, edits } = drafts.refresh('ada');
    expect([currentValue(drafted, title), edits.length > 0]).toEqual(['After the kill', which === 'before']);
  });

  it('that was killed between the renames of its build and of the one before is finished at the next start', () => {
    const { after } = interrupt('After the kill');
    rmSync(editing.dist, { recursive: true });
    editing.create().releases.recover();
    expect([editing.hero(), editing.built(), journalExists()]).toEqual([after, after, false]);
  });

  it('that was killed is finished with its own text if another process has left a temporary file since', () => {
    const { hero, before, after } = interrupt('After the kill');
    writeFileSync(hero, before);
    writeFileSync(`${hero}.tmp`, 'a text of another publish');
    editing.create().releases.recover();
    expect([editing.hero(), editing.built()]).toEqual([after, after]);
  });

  it('that was killed leaves a file alone that somebody has written since', () => {
    const { hero, before, after } = interrupt('After the kill');
    const byHand = before.replace(/^title: .*$/mu, 'title: Written by hand');
    writeFileSync(hero, byHand);
    editing.create().releases.recover();
    expect([editing.hero(), editing.built(), journalExists()]).toEqual([byHand, after, false]);
  });

  it.each([
    ['the same text', title],
    ['a text of another file', { file: 'words.yaml', pointer: '/notFound/heading' }],
  ])('that was killed stays a draft if another process has published %s in the same checkout since', async (_which, place) => {
    const { drafts, releases, hero, before } = interrupt('After the kill');
    writeFileSync(hero, before);
    const other = editing.create(join(editing.dataDir, 'other'));
    other.drafts.setValue('local', place, { before: currentValue(other.drafts.refresh('local').texts, place), after: 'A text of Bea' });
    await other.publish({ id: 'local', name: 'Bea' });
    await expect.poll(() => other.readProgress().state).toBe('live');
    const published = [editing.copy.read(place.file), editing.hero(), editing.built()];
    expect(published[0]).toContain('A text of Bea');

    releases.recover();
    expect([editing.copy.read(place.file), editing.hero(), editing.built()]).toEqual(published);
    expect([releases.list(), journalExists()]).toEqual([[], false]);
    const { texts, conflicts } = drafts.refresh('ada');
    const kept = place === title ? conflicts.map(({ mine }) => mine) : [currentValue(texts, title)];
    expect(kept).toEqual(['After the kill']);
  });
});
