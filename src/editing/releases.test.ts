import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { now, startEditing, title } from '../../test/support/editing.ts';
import { createReleases } from './releases.ts';

let editing: Awaited<ReturnType<typeof startEditing>>;
beforeEach(async () => {
  editing = await startEditing();
});
afterEach(() => editing[Symbol.asyncDispose]());

describe('a publish', () => {
  it.each([
    ['of the same data folder', ''],
    ['of another data folder over the same checkout', 'other'],
  ])('is refused while another process %s publishes, and possible once that is done', async (_which, folder) => {
    const ada = await editing.as('Ada');
    await ada.set('A title');
    const other = editing.create(join(editing.dataDir, folder));
    editing.build.during = async () => {
      expect(() => other.undo({ id: 'local', name: 'Bea' })).toThrow(/publishing at this moment/u);
      editing.build.during = () => undefined;
    };
    expect(await ada.publish()).toMatchObject({ state: 'live' });
    const place = { ...title, pointer: '/facts/0' };
    other.drafts.setValue('local', place, await ada.valueOf(place), 'A text of Bea');
    other.publish({ id: 'local', name: 'Bea' });
    await expect.poll(() => other.progress().state).toBe('live');
  });

  it('that was killed before its last step leaves temporary files that the next start and the next publish remove', async () => {
    const left = join(editing.copy.folder, 'retreats/spring-2026/hero.yaml.tmp');
    writeFileSync(left, 'half a file');
    editing.create();
    expect(existsSync(left)).toBe(false);
    writeFileSync(left, 'half a file');
    const ada = await editing.as('Ada');
    await ada.set('A title');
    expect(await ada.publish()).toMatchObject({ state: 'live' });
    expect(existsSync(left)).toBe(false);
  });

  it('keeps the newest 200 publishes in the history', async () => {
    const releases = createReleases({ contentFolder: editing.copy.folder, dataDir: editing.dataDir, dist: editing.dist });
    for (let day = 0; day < 203; day += 1)
      releases.publish({ at: new Date(day * 86_400_000).toISOString(), who: `Ada ${day}`, changes: [], files: [] });
    const kept = releases.list().map(({ who }) => who);
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([200, 'Ada 202', 'Ada 3']);
  });

  it('is finished at the next start if it was killed while it replaced the content and the build', async () => {
    const before = editing.hero();
    const after = before.replace(/^title: .*$/mu, 'title: After the kill');
    const releases = createReleases({ contentFolder: editing.copy.folder, dataDir: editing.dataDir, dist: editing.dist });
    mkdirSync(releases.built);
    writeFileSync(join(releases.built, 'build.json'), after);
    // The kill comes after the journal: a folder in the place of the file stops the rename.
    const hero = join(editing.copy.folder, title.file);
    rmSync(hero);
    mkdirSync(hero);
    const files = [{ file: title.file, before, after }];
    expect(() => releases.publish({ at: now().toISOString(), who: 'Ada', changes: [], files })).toThrow(/EISDIR|directory/u);
    rmSync(hero, { recursive: true });
    expect(editing.built()).toBe('the first build');

    editing.create();
    expect([editing.hero(), editing.built()]).toEqual([after, after]);
    expect(existsSync(join(editing.dataDir, 'content-publish.json'))).toBe(false);
  });
});
