import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, watch, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEditing, title } from '../../test/support/editing.ts';
import { pictureFolder } from './content-files.ts';
import { createDrafts } from './drafts.ts';
import type { Editing } from './editing.ts';
import { currentValue } from './edits.ts';

let editing: Awaited<ReturnType<typeof startEditing>>;
beforeEach(async () => {
  editing = await startEditing();
});
afterEach(() => editing[Symbol.asyncDispose]());

const portrait = { file: 'retreats/spring-2026/guest-speaker.yaml', pointer: '/portrait' };
/** Returns the names of the published pictures. */
const publishedPictures = () =>
  existsSync(join(editing.copy.folder, pictureFolder)) ? readdirSync(join(editing.copy.folder, pictureFolder)) : [];

/** Uploads a picture for a place; returns the name of its file. */
function addTo({ drafts }: Editing, words: string): string {
  return basename(drafts.setPicture('local', portrait, { bytes: Buffer.from(words), extension: 'jpg' }, { alt: words }));
}

/** Publishes the draft; returns how it ended. */
async function publish({ publish: start, readProgress }: Editing) {
  start({ id: 'local', name: 'Ada' });
  await expect.poll(() => readProgress().state).toMatch(/live|failed/u);
  return readProgress().state;
}

it('a draft is rebased and loaded once for each change of the draft and of the published content', () => {
  const drafts = createDrafts({ contentFolder: editing.copy.folder, dataDir: editing.dataDir });
  const titleOf = () => drafts.refresh('ada').content().retreats[0]?.hero.title;
  const before = titleOf();
  drafts.setValue('ada', title, { before, after: 'One' });
  const draft = drafts.refresh('ada');
  const content = draft.content();
  expect(drafts.refresh('ada')).toBe(draft);
  expect(drafts.refresh('ada').content()).toBe(content);
  drafts.setValue('ada', title, { before: 'One', after: 'Two' });
  expect(titleOf()).toBe('Two');
  editing.copy.edit(title.file, /^title: .*$/mu, 'title: Published by another');
  expect(drafts.refresh('ada').conflicts).toMatchObject([{ mine: 'Two', theirs: 'Published by another' }]);
});

it('another change of a text with a conflict resolves the conflict, and replaces the text that was published meanwhile', async () => {
  const [ada, bea] = [await editing.as('Ada'), await editing.as('Bea')];
  await bea.set('Of Bea');
  await ada.set('Of Ada');
  await ada.publish();
  expect((await bea.send('GET', '/changes')).body['conflicts']).toMatchObject([{ mine: 'Of Bea', theirs: 'Of Ada' }]);
  await bea.set('Of both');
  expect((await bea.send('GET', '/changes')).body).toMatchObject({ changes: [{ before: 'Of Ada', after: 'Of both' }], conflicts: [] });
  expect(await bea.publish()).toMatchObject({ state: 'live' });
});

it('a draft leaves out a file or folder in uploads whose name is not UTF-8', async () => {
  const uploads = join(editing.copy.folder, 'uploads');
  const withName = (...bytes: number[]) => Buffer.concat([Buffer.from(`${uploads}/`), Buffer.from(bytes)]);
  writeFileSync(withName(0x62, 0xff), '');
  mkdirSync(withName(0x64, 0xff));
  const bea = await editing.as('Bea');
  expect((await bea.set('A new title')).status).toBe(200);
  expect((await bea.publish())['state']).toBe('live');
});

it('a draft has the pictures that were published after it was started', async () => {
  const bea = await editing.as('Bea');
  await bea.set('The title of Bea');
  const src = `/${pictureFolder}/0123456789abcdef.jpg`;
  mkdirSync(dirname(join(editing.copy.folder, src)), { recursive: true });
  writeFileSync(join(editing.copy.folder, src), 'a picture');
  editing.copy.edit('retreats/spring-2026/guest-speaker.yaml', /src: \S+/u, `src: ${src}`);
  expect(await bea.publish()).toMatchObject({ state: 'live' });
});

it('a draft has the pictures that are put into content/uploads by hand while it is not changed', () => {
  const { drafts, inspect } = editing.create();
  const src = '/uploads/people/guest.jpg';
  const place = { ...portrait, pointer: `${portrait.pointer}/src` };
  drafts.setValue('local', place, { before: currentValue(drafts.refresh('local').texts, place), after: src });
  const errors = () => inspect({ id: 'local', name: 'Ada' }).findings.filter(({ severity }) => severity === 'error');
  expect(errors()).toMatchObject([{ file: portrait.file, message: expect.stringContaining(`there is no file content${src}`) as string }]);
  writeFileSync(join(editing.copy.folder, src), 'a picture');
  expect(errors()).toEqual([]);
});

it('a video is neither copied into a draft nor into the folder of a publish', async () => {
  const video = 'uploads/replay.mp4';
  const inodeIn = (folder: string) => statSync(join(folder, video)).ino;
  writeFileSync(join(editing.copy.folder, video), 'a video');
  const own = editing.create();
  addTo(own, 'a picture');
  const inodes = [inodeIn(own.drafts.folder('local'))];
  editing.build.during = () => inodes.push(inodeIn(join(editing.dataDir, 'content-drafts/staged')));
  expect(await publish(own)).toBe('live');
  expect(inodes).toEqual([inodeIn(editing.copy.folder), inodeIn(editing.copy.folder)]);
});

describe('of the pictures of a draft', () => {
  it('one whose upload was killed is not published', async () => {
    const own = editing.create();
    const name = addTo(own, 'a picture');
    writeFileSync(join(own.drafts.folder('local'), pictureFolder, `${name}.tmp`), 'half a picture');
    expect(await publish(own)).toBe('live');
    expect(publishedPictures()).toEqual([name]);
  });

  it('one that was taken back or replaced is not published', async () => {
    const own = editing.create();
    addTo(own, 'taken back');
    own.drafts.undoLastChange('local');
    addTo(own, 'replaced');
    const name = addTo(own, 'a picture');
    expect(await publish(own)).toBe('live');
    expect(publishedPictures()).toEqual([name]);
  });

  it('one that is added after a publish is noticed by what watches the folder, as the preview does, and one that was taken back is gone', async () => {
    const own = editing.create();
    addTo(own, 'taken back');
    own.drafts.undoLastChange('local');
    const published = addTo(own, 'published');
    const folder = join(own.drafts.folder('local'), pictureFolder);
    const noticed = new Set<string | null>();
    const watcher = watch(folder, (_, name) => noticed.add(name));
    expect(await publish(own)).toBe('live');
    expect(readdirSync(folder)).toEqual([published]);
    const next = addTo(own, 'next');
    await expect.poll(() => noticed).toContain(next);
    watcher.close();
  });

  it('one whose published file was replaced under the same name is the new one after a publish', async () => {
    const own = editing.create();
    const file = 'uploads/people/guest.jpg';
    const published = join(editing.copy.folder, file);
    writeFileSync(published, 'earlier');
    addTo(own, 'a picture');
    writeFileSync(`${published}.new`, 'later');
    renameSync(`${published}.new`, published);
    expect(await publish(own)).toBe('live');
    expect(readFileSync(join(own.drafts.refresh('local').folder, file), 'utf8')).toBe('later');
  });

  it('none is published if the build fails, and all are if it succeeds', async () => {
    const own = editing.create();
    const name = addTo(own, 'a picture');
    editing.build.fails = true;
    expect(await publish(own)).toBe('failed');
    expect(publishedPictures()).toEqual([]);
    editing.build.fails = false;
    expect(await publish(own)).toBe('live');
    expect(publishedPictures()).toEqual([name]);
  });
});

it.each(['notes.yaml', 'uploads/door.png'])('a draft has the published file %s even if a folder had its name before', async (name) => {
  const { copy, dataDir } = editing;
  const ada = await editing.as('Ada');
  mkdirSync(join(copy.folder, name));
  copy.write(`${name}/old.yaml`, 'old: true\n');
  await ada.set('With the folder');
  copy.delete(name).write(name, 'new: true\n');
  expect(await ada.set('With the file')).toMatchObject({ status: 200 });
  const [drafted] = globSync(`content-drafts/*/content/${name}`, { cwd: dataDir });
  expect(readFileSync(join(dataDir, drafted!), 'utf8')).toBe('new: true\n');
});
