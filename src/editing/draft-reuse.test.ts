import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startEditing, title } from '../../test/support/editing.ts';
import { createDrafts, pictureFolder } from './drafts.ts';
import { currentValue } from './edits.ts';

let editing: Awaited<ReturnType<typeof startEditing>>;
beforeEach(async () => {
  editing = await startEditing();
});
afterEach(() => editing[Symbol.asyncDispose]());

it('a draft is replayed and loaded once for each change of the draft and of the published content', () => {
  const drafts = createDrafts({ contentFolder: editing.copy.folder, dataDir: editing.dataDir });
  const titleOf = () => drafts.refresh('ada').content().retreats[0]?.hero.title;
  const before = titleOf();
  drafts.setValue('ada', title, before, 'One');
  const draft = drafts.refresh('ada');
  const content = draft.content();
  expect(drafts.refresh('ada')).toBe(draft);
  expect(drafts.refresh('ada').content()).toBe(content);
  drafts.setValue('ada', title, 'One', 'Two');
  expect(titleOf()).toBe('Two');
  editing.copy.edit(title.file, /^title: .*$/mu, 'title: Published by another');
  expect(drafts.refresh('ada').conflicts).toMatchObject([{ mine: 'Two', theirs: 'Published by another' }]);
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

it('a picture whose upload was killed is not published', async () => {
  const { drafts, publish, progress } = editing.create();
  drafts.setValue('local', title, currentValue(drafts.refresh('local').texts, title), 'A title');
  const left = `${drafts.addPicture('local', Buffer.from('a picture'), 'jpg')}.tmp`;
  writeFileSync(join(drafts.folder('local'), left), 'half a picture');
  publish({ id: 'local', name: 'Ada' });
  await expect.poll(() => progress().state).toBe('live');
  expect(readdirSync(join(editing.copy.folder, pictureFolder))).toEqual([basename(left, '.tmp')]);
});
