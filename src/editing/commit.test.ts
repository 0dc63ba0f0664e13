import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { now, startEditing, title } from '../../test/support/editing.ts';
import { startSite } from '../../test/support/site.ts';
import { commitReleases } from './commit.ts';
import { createDrafts } from './drafts.ts';
import { createReleases } from './releases.ts';

let editing: Awaited<ReturnType<typeof startEditing>>;
beforeEach(async () => {
  editing = await startEditing();
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '-m', 'content');
});
afterEach(() => editing[Symbol.asyncDispose]());

const git = (...args: string[]) =>
  execFileSync('git', ['-C', editing.copy.folder, '-c', 'user.name=T', '-c', 'user.email=t@localhost', ...args], { encoding: 'utf8' });
/** Author and subject of each commit after the first one, the newest first. */
const commits = () => git('log', '--format=%an: %s').trim().split('\n').slice(0, -1);

/** Leaves a publish that stopped between its journal and its end, because of a folder in the place of its file. */
async function leaveIncomplete() {
  const ada = await editing.as('Ada');
  const file = 'speaker-series/the-next-one.yaml';
  const obstacle = join(editing.copy.folder, file);
  await ada.send('POST', '/new', { kind: 'workshop', slug: 'the-next-one', from: 'relationships-that-power-your-brand' });
  editing.build.during = () => mkdirSync(obstacle);
  expect(await ada.publish()).toMatchObject({ state: 'incomplete' });
  editing.build.during = () => undefined;
  rmSync(obstacle, { recursive: true });
  return { ada, file };
}

describe('a publish of content/ in a git checkout', () => {
  it('is a commit of its files and new pictures in the name of the editor', async () => {
    const ada = await editing.as('Ada');
    await ada.set('Committed');
    mkdirSync(join(editing.copy.folder, 'uploads/pages'), { recursive: true });
    writeFileSync(join(editing.copy.folder, 'uploads/pages/new.jpg'), 'a picture');
    const published = await ada.publish();
    expect([published['state'], published['message']]).toEqual(['live', undefined]);
    expect(commits()).toEqual([`Ada: Change ${title.file}`]);
    expect(git('show', '--name-only', '--format=').trim().split('\n')).toEqual([title.file, 'uploads/pages/new.jpg']);
    expect(git('status', '--porcelain')).toBe('');
  });

  it('says why it is not committed if git cannot read the checkout', async () => {
    rmSync(join(editing.copy.folder, '.git'), { recursive: true });
    writeFileSync(join(editing.copy.folder, '.git'), 'gitdir: /nowhere');
    const ada = await editing.as('Ada');
    await ada.set('Not committed');
    expect(await ada.publish()).toMatchObject({
      state: 'live',
      message: expect.stringMatching(/could not be committed to git; .*nowhere/u) as string,
    });
  });

  it('says which lock of a killed git keeps it from being committed, and gets its commit with the next publish', async () => {
    const ada = await editing.as('Ada');
    const lock = join(editing.copy.folder, '.git/index.lock');
    writeFileSync(lock, '');
    await ada.set('The first title');
    const message = expect.stringMatching(/has left \S+\/\.git\/index\.lock\. .*remove that file/u) as string;
    expect(await ada.publish()).toMatchObject({ state: 'live', message });
    rmSync(lock);
    const bea = await editing.as('Bea');
    await bea.set('The second title');
    expect((await bea.publish())['message']).toBe(undefined);
    expect(commits()).toEqual([`Bea: Change ${title.file}`, `Ada: Change ${title.file}`]);
    expect(git('show', `HEAD~1:${title.file}`)).toContain('The first title');
  });

  it('that could not be completed has a commit of its own once the same editor tries again, with nothing more to publish', async () => {
    const { ada, file } = await leaveIncomplete();
    expect(await ada.publish()).toMatchObject({ message: expect.stringContaining('nothing to publish') as string });
    await expect.poll(commits).toEqual([`Ada: Change ${file}`]);
  });

  it('that could not be completed has a commit of its own once another editor publishes', async () => {
    const { file } = await leaveIncomplete();
    const bea = await editing.as('Bea');
    await bea.set('The title of Bea');
    expect(await bea.publish()).toMatchObject({ state: 'live' });
    expect(commits()).toEqual([`Bea: Change ${title.file}`, `Ada: Change ${file}`]);
  });

  it('is committed at the next start of the site if it was killed before', async () => {
    const { copy, dataDir, dist } = editing;
    const files = [{ file: 'words.yaml', before: copy.read('words.yaml'), after: `${copy.read('words.yaml')}# published\n` }];
    const folders = { contentFolder: copy.folder, dataDir, dist };
    createReleases(folders, createDrafts(folders)).install({ at: now().toISOString(), who: 'Ada', changes: [], files });
    await using site = await startSite({ dataDir, env: { CONTENT_FOLDER: copy.folder } });
    await expect.poll(commits).toEqual(['Ada: Change words.yaml']);
    expect(await site.end()).toBe(0);
  });

  it('whose git command does not end says so after the time limit, and is committed with the next call', async () => {
    const { copy, dataDir, dist } = editing;
    const folders = { contentFolder: copy.folder, dataDir, dist };
    const releases = createReleases(folders, createDrafts(folders));
    const files = [{ file: 'words.yaml', before: copy.read('words.yaml'), after: `${copy.read('words.yaml')}# published\n` }];
    releases.install({ at: now().toISOString(), who: 'Ada', changes: [], files });
    const hook = join(copy.folder, '.git/hooks/pre-commit');
    mkdirSync(dirname(hook), { recursive: true });
    writeFileSync(hook, '#!/bin/sh\nwhile [ -e .git/hooks/pre-commit ]; do sleep 0.1; done\nexit 1\n', { mode: 0o755 });
    expect(await commitReleases(copy.folder, releases, 500)).toBe('git did not end within 0.5 seconds');
    rmSync(hook);
    expect(await commitReleases(copy.folder, releases)).toBe(undefined);
    expect(commits()).toEqual(['Ada: Change words.yaml']);
  });
});
