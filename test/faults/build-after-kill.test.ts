import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cleanEnv } from '../support/environment.ts';
import { interruptPublish } from '../support/interrupted-publish.ts';
import { copyProject } from '../support/project-copy.ts';

/** Leaves an interrupted publish in a copy of the product. The end of the block removes the copy. */
function interruptInCopy() {
  const copy = copyProject('scripts');
  const [contentFolder, dist, dataDir] = ['content', 'dist', 'data'].map((name) => join(copy.folder, name)) as [string, string, string];
  rmSync(dist, { recursive: true });
  mkdirSync(dataDir);
  const folders = { contentFolder, dist, dataDir };
  const { files, ...publish } = interruptPublish(folders);
  return {
    ...folders,
    ...publish,
    files,
    textsOf: () => files.map(({ file }) => readFileSync(join(contentFolder, file), 'utf8')),
    /** Runs what `npm run build` runs before a build while there is a journal. */
    complete: () =>
      spawnSync(process.execPath, ['scripts/complete-publish.ts', dataDir], { cwd: copy.folder, env: cleanEnv({}), encoding: 'utf8' }),
    [Symbol.dispose]: () => copy[Symbol.dispose](),
  };
}

it('the script before a build completes a publish that was killed, and stops the build for a damaged journal', () => {
  using publish = interruptInCopy();
  const { dist, dataDir, drafts, releases, files } = publish;
  expect(publish.complete()).toMatchObject({ status: 0, stderr: '' });
  expect(publish.textsOf()).toEqual(files.map(({ after }) => after));
  expect(readFileSync(join(dist, 'page.html'), 'utf8')).toBe('the new build');
  expect([releases.list().length, drafts.refresh('ada').edits]).toEqual([1, []]);
  const journal = join(dataDir, 'content-publish.json');
  expect(existsSync(journal)).toBe(false);

  writeFileSync(journal, '{');
  const { status, stderr } = publish.complete();
  expect([status, stderr]).toEqual([1, expect.stringContaining(`${journal} on the server is damaged`)]);
});

it('the script stops the build with what to do if the publish cannot be completed for a reason that lasts', () => {
  using publish = interruptInCopy();
  const { contentFolder, dist, dataDir, files } = publish;
  const obstacle = join(contentFolder, files[1]!.file);
  rmSync(obstacle);
  mkdirSync(obstacle);
  const { status, stderr } = publish.complete();
  expect([status, stderr]).toEqual([1, expect.stringContaining('could not replace all files')]);
  for (const words of [contentFolder, join(dataDir, 'content-publish.json'), 'no pages are built']) expect(stderr).toContain(words);
  expect(readFileSync(join(dist, 'page.html'), 'utf8')).toBe('the first build');
  rmSync(obstacle, { recursive: true });
  expect(publish.complete()).toMatchObject({ status: 0, stderr: '' });
  expect(publish.textsOf()).toEqual(files.map(({ after }) => after));
});

it('the script completes a publish that was killed after it replaced the content if there is no build at all, as in a new container', () => {
  using publish = interruptInCopy();
  const { contentFolder, dist, releases, files } = publish;
  for (const { file, after } of files) writeFileSync(join(contentFolder, file), after!);
  for (const build of [releases.built, dist]) rmSync(build, { recursive: true });
  expect(publish.complete()).toMatchObject({ status: 0, stderr: '' });
  expect(publish.textsOf()).toEqual(files.map(({ after }) => after));
  expect(releases.list()).toHaveLength(1);
});

it('the script takes back the texts of a publish that was killed between two of its files if there is no build at all', () => {
  using publish = interruptInCopy();
  const { contentFolder, dist, releases, files } = publish;
  for (const { file, before } of files) writeFileSync(join(contentFolder, file), before!);
  writeFileSync(join(contentFolder, files[0]!.file), files[0]!.after!);
  for (const build of [releases.built, dist]) rmSync(build, { recursive: true });
  expect(publish.complete()).toMatchObject({ status: 0, stderr: '' });
  expect(publish.textsOf()).toEqual(files.map(({ before }) => before));
  expect(releases.list()).toEqual([]);
});
