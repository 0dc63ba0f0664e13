import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { now, startEditing, title } from '../../test/support/editing.ts';
import { commitRelease } from './commit.ts';
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

  it('says which lock of a killed git keeps it from being committed, and is in the commit of the next publish', async () => {
    const ada = await editing.as('Ada');
    const lock = join(editing.copy.folder, '.git/index.lock');
    writeFileSync(lock, '');
    await ada.set('The title of Ada');
    const message = expect.stringMatching(/has left \S+\/\.git\/index\.lock\. .*remove that file/u) as string;
    expect(await ada.publish()).toMatchObject({ state: 'live', message });
    rmSync(lock);
    const byHand = 'speaker-series/relationships-that-power-your-brand.yaml';
    writeFileSync(join(editing.copy.folder, byHand), `${editing.copy.read(byHand)}# written by hand\n`);
    const bea = await editing.as('Bea');
    await bea.set('The heading of Bea', { file: 'words.yaml', pointer: '/notFound/heading' });
    expect((await bea.publish())['message']).toBe(undefined);
    expect(commits()).toEqual(['Bea: Change words.yaml']);
    expect(git('show', '--name-only', '--format=').trim().split('\n')).toEqual([title.file, 'words.yaml']);
    expect(git('show', `HEAD:${title.file}`)).toContain('The title of Ada');
    expect(git('status', '--porcelain').trim()).toBe(`M ${byHand}`);
  });

  it.each([
    [
      'seq 2000 >&2; echo The brand is misspelled >&2; exit 1',
      /: git’s message is long and ends with: 1997\n1998\n1999\n2000\nThe brand is misspelled$/u,
    ],
    ['seq 300000 >&2; exit 1', /: git or one of its hooks printed over 1 MB and was stopped\. Its output ends with: [\d\n]{1,600}$/u],
  ])('says only the end of what a hook prints: %s', async (script, message) => {
    const hook = join(editing.copy.folder, '.git/hooks/pre-commit');
    mkdirSync(dirname(hook), { recursive: true });
    writeFileSync(hook, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const ada = await editing.as('Ada');
    await ada.set('Not committed');
    expect(await ada.publish()).toMatchObject({ state: 'live', message: expect.stringMatching(message) as string });
  });

  it('is a commit of its own files if an earlier one added a file that another one removed', async () => {
    const ada = await editing.as('Ada');
    const file = 'speaker-series/the-next-one.yaml';
    await ada.send('POST', '/new', { kind: 'workshop', slug: 'the-next-one', from: 'relationships-that-power-your-brand' });
    expect(await ada.publish()).toMatchObject({ state: 'live' });
    expect(await ada.publish({}, '/undo-publish')).toMatchObject({ state: 'live' });
    await ada.set('A title');
    expect((await ada.publish())['message']).toBe(undefined);
    expect(commits()).toEqual([`Ada: Change ${title.file}`, 'Ada: Undo the last publish', `Ada: Change ${file}`]);
  });

  it('whose git command does not end says so after the time limit', async () => {
    const { copy, dataDir, dist } = editing;
    const folders = { contentFolder: copy.folder, dataDir, dist };
    const releases = createReleases(folders, createDrafts(folders));
    const files = [{ file: 'words.yaml', before: copy.read('words.yaml'), after: `${copy.read('words.yaml')}# published\n` }];
    const release = { at: now().toISOString(), who: 'Ada', changes: [], files };
    releases.install(release);
    const hook = join(copy.folder, '.git/hooks/pre-commit');
    mkdirSync(dirname(hook), { recursive: true });
    writeFileSync(hook, '#!/bin/sh\nwhile [ -e .git/hooks/pre-commit ]; do sleep 0.1; done\nexit 1\n', { mode: 0o755 });
    expect(await commitRelease(copy.folder, release, releases, 500)).toBe('git did not end within 0.5 seconds');
    rmSync(hook);
  });
});
